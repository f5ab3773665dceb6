import ArgumentParser
import Glibc
import Site
import Web

/// The command `dicehall get PATH`, which prints the page for a new visitor.
struct Get: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "get",
    abstract: "Print the page that a new visitor gets.")

  @Argument(help: "Path of the page, such as /craps.")
  var path: String

  @OptionGroup var address: AddressOptions

  func run() throws {
    let site = try Installation().site(address)
    let request: Request
    do {
      let mount = try address.mount()
      let variables: [RequestVariable: String] = [.method: "GET", .target: (mount ?? "") + path]
      request = try Request(variables: { variables[$0] }, gateway: Gateway(mount: mount))
    } catch let refusal as Refusal {
      throw Failure.badUsage(refusal.sentence)
    }
    let response = site.respond(toStranger: request, now: time(nil))
    try printBytes(response.body)
    guard response.status == .ok else {
      throw Failure.badData("\(path): \(response.status.code) \(response.status.reason)")
    }
  }
}

/// Writes bytes to standard output.
func printBytes(_ bytes: [UInt8]) throws(Failure) {
  guard Files.write(bytes, to: STDOUT_FILENO) else { throw .cannotWrite(at: "standard output") }
}
