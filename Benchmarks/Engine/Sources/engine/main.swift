import Glibc

do {
  try run(Array(CommandLine.arguments.dropFirst()))
} catch {
  let line = "engine: \(error)\n"
  _ = line.withCString { write(STDERR_FILENO, $0, line.utf8.count) }
  exit(1)
}
