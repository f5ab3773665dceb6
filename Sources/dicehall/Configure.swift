import ArgumentParser

struct Configure: ParsableCommand {
  func run() throws {}
}
