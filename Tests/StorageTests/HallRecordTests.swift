import Fakes
import Storage
import Testing

/// What the hall itself keeps, in every engine.
@Suite struct HallRecordTests {
  private let place = TemporaryPlace()

  @Test(arguments: Engine.allCases)
  func `a record is nothing at first, and then what was kept last`(engine: Engine) throws {
    let sessions = try engine.make(in: place).sessions
    #expect(try sessions.record("a") == nil)
    try sessions.changeRecord("a") { $0 = nil }
    #expect(try sessions.record("a") == nil)
    try sessions.changeRecord("a") { bytes in
      #expect(bytes == nil)
      bytes = [1]
    }
    let length = try sessions.changeRecord("a") { bytes in
      bytes = (bytes ?? []) + [2]
      return bytes?.count
    }
    #expect(length == 2)
    #expect(try sessions.record("a") == [1, 2] && sessions.record("b") == nil)
  }

  @Test(arguments: Engine.allCases)
  func `what a change throws changes nothing`(engine: Engine) throws {
    let sessions = try engine.make(in: place).sessions
    for known in [nil, [7]] as [[UInt8]?] {
      try sessions.changeRecord("a") { $0 = known }
      #expect(throws: Stop.self) {
        try sessions.changeRecord("a") { bytes in
          bytes = [9]
          throw Stop()
        }
      }
      #expect(try sessions.record("a") == known)
    }
  }

  @Test(arguments: Engine.allCases)
  func `of many who come first at once none is lost`(engine: Engine) throws {
    let sessions = try engine.make(in: place).sessions
    try onThreads(6) { thread in
      for name in 0..<8 {
        try sessions.changeRecord("hall \(name)") { $0 = ($0 ?? []) + [UInt8(thread)] }
      }
    }
    for name in 0..<8 {
      #expect(try sessions.record("hall \(name)")?.sorted() == Array(0..<6))
    }
  }

  @Test func `no key of a visitor leads to a record`() {
    for name in ["lti", "a", String(repeating: "a", count: 21)] {
      let id = SessionID(ofHall: name)
      #expect(SessionID(id.text) == nil && id.isOfHall)
    }
    var random = SystemRandomNumberGenerator()
    #expect(!SessionID(using: &random).isOfHall)
  }

  private struct Stop: Error {}
}
