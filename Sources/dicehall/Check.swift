import ArgumentParser
import FastCGI
import Glibc
import Site
import Store
import Web

/// `dicehall check`: a doctor that says what to mend.
struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Check templates, state folder and socket, and say what to mend.")

  @Option(help: "Path of the backend's socket.")
  var socket: String?

  @OptionGroup var address: AddressOptions
  @OptionGroup var state: StateOptions

  func run() throws {
    var findings: [String] = []
    print("dicehall \(Dicehall.version)")
    findings += report("templates", templates)
    findings += report("state folder \(state.state)", stateFolder)
    if let socket = socket ?? Environment.setting("SOCKET") {
      findings += report("socket \(socket)") { try backend(socket) }
    }
    guard findings.isEmpty else { throw Failure(status: 1, message: "\(findings.count) to mend") }
  }

  /// Prints how one examination went; `nil` and one line are its results.
  private func report(_ subject: String, _ examine: () throws -> Void) -> [String] {
    do {
      try examine()
      print("well: \(subject)")
      return []
    } catch {
      let finding = (error as? Failure)?.message ?? "\(error)"
      print("to mend: \(subject): \(finding)")
      return [finding]
    }
  }

  private func templates() throws {
    let site = try Installation().site(address)
    for route in Site.routes where route.presence != .dynamic {
      var session = Session()
      let request = Request(.get, route.path, mount: try address.mount() ?? "")
      let response = site.respond(
        to: request, session: &session, random: SystemRandomNumberGenerator(), now: 0)
      guard response.status == .ok else { throw Failure.broken("\(route.path) cannot be rendered") }
    }
  }

  private func stateFolder() throws {
    try state.store.prepare()
    try state.store.probe()
    var status = stat()
    guard stat("\(state.state)/sessions", &status) == 0 else {
      throw Failure.unreadable(systemMessage())
    }
    guard status.st_mode & 0o077 == 0 else {
      throw Failure.broken("others may look into it; its mode should be 0700")
    }
  }

  private func backend(_ path: String) throws {
    guard try ListeningSocket.isAnswered(at: path) else {
      throw Failure.unreadable("nobody answers; is dicehall serve running?")
    }
  }
}
