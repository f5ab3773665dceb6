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

  @Test func `whoever has no home keeps everything where the units do`() throws {
    try Environment.$foreign.withValue([:]) {
      let options = try StateOptions.parse([])
      #expect(options.store == .folder("/var/lib/dicehall/state"))
    }
  }
}

/// Numbers and words that an option can't take.
@Suite struct WrongValueTests {
  @Test(arguments: [
    ("serve --slow-ms -5", "--slow-ms takes 0 to 86400000"),
    ("serve --workers -1", "--workers takes 1 to 64"),
    ("serve --threads -1", "--threads takes 1 to 1024"),
    ("serve --posts-per-minute -1", "--posts-per-minute takes 0 to 4095"),
    ("serve --session-days -1", "--session-days takes 1 to 3650"),
    ("serve --connections -1", "--connections takes 1 to 1000"),
    ("sweep --max-sessions -1", "--max-sessions takes 0 or 10 to 1000000000"),
    ("sweep --max-session-bytes -1", "--max-session-bytes takes bytes such as 10G, not -1"),
    ("serve --max-session-bytes 10Q", "--max-session-bytes takes bytes such as 10G, not 10Q"),
    ("cloud list --limit -1", "--limit takes 1 to 10000"),
    ("configure nginx --port -1", "--port takes 1 to 65535"),
    (
      "serve --durability foo",
      "The value 'foo' is invalid for '--durability <durability>'. Please provide one of 'process' "
        + "and 'power'."
    ),
  ])
  func `are refused with what it takes`(call: String, sentence: String) {
    let told = #expect(throws: (any Error).self) {
      try Dicehall.parseAsRoot(call.split(separator: " ").map(String.init))
    }
    #expect(told.map(Dicehall.message) == sentence)
  }
}
