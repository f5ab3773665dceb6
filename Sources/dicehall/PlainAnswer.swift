import ArgumentParser
import FastCGI
import Logging
import Site
import Storage

/// Answers one request as plain CGI; all settings come from the environment.
func answerOneRequest() {
  do {
    try Environment.checkNames()
    let serve = try Serve(typed: []) ?? Serve.parse([])
    LoggingSystem.start(serve.watching.format, serve.watching.level)
    let logger = Logger(label: "dicehall")
    let storage = try serve.storage(logger)
    try? storage.prepare()
    // A process that is gone after one answer counts only what the storage counts.
    let limiter = try serve.limiter(in: Memory.lasting(bytes: RateLimiter.memory))
    let server = try Server(
      serve.address, serve.state, storage, limiter, nil, isCloudReadOnly: serve.isCloudReadOnly,
      logger)
    PlainCGI.serve(
      gateway: try serve.gateway(),
      observer: ServiceWatch(log: serve.watching.requestLog, metrics: nil)
    ) { RequestInLog.answer($0, $1, with: server) }
  } catch {
    printError("dicehall: \((error as? Failure)?.message ?? "\(error)")")
    print("Status: 500 Internal Server Error\r\nContent-Type: text/plain\r\n\r", terminator: "\n")
    print("Dicehall isn't set up yet; the web server's log says why.")
  }
}
