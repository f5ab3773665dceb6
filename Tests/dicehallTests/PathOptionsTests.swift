import ArgumentParser
import Testing

@testable import dicehall

/// Options that take a path.
@Suite struct PathOptionsTests {
  @Test(arguments: [
    ("serve --state", "--state"), ("serve --socket", "--socket"), ("check --state", "--state"),
    ("check --socket", "--socket"), ("sweep --state", "--state"), ("cloud list --state", "--state"),
    ("generate", "OUT"), ("configure nginx --site", "--site"),
    ("configure nginx --socket", "--socket"), ("store copy a", "TO"), ("render", "TEMPLATE"),
    ("render a --data", "--data"), ("render a --partials", "--partials"),
  ])
  func `an empty path is refused before anything is done`(call: String, option: String) {
    let words = call.split(separator: " ").map(String.init) + [""]
    let told = #expect(throws: (any Error).self) { try Dicehall.parseAsRoot(words) }
    #expect(
      told.map(Dicehall.message) == "\(option) takes a path, and this one is empty")
  }

  @Test func `an empty setting counts as none`() throws {
    try Environment.$foreign.withValue(["DICEHALL_STATE": "", "HOME": "/home/ann"]) {
      let options = try StateOptions.parse([])
      #expect(options.store == .folder("/home/ann/.local/state/dicehall"))
    }
  }
}
