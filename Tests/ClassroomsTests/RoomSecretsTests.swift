import DiceLanguage
import Rooms
import Storage
import Testing
import Visitors
import Web

@testable import Classrooms
@testable import Site

@Suite struct RoomSecretsTests {
  private let rooms = RoomDesk(NoStorage())

  /// Worked out with Python's hashlib: SHA-256 of `seat`, the code and 26 times `a`, of `host` and
  /// 26 times `a`, and of the text that a hidden roll commits to.
  @Test func `keys and commitments are the hashes that the page tells`() throws {
    let secret = try #require(SeatSecret(String(repeating: "a", count: 26)))
    let code = try #require(RoomCode("kfh-3qd"))
    #expect(
      secret.key(in: code) == [
        253, 23, 127, 71, 173, 111, 39, 215, 100, 236, 76, 220, 94, 145, 230, 112,
      ])
    let host = try #require(HostSecret(String(repeating: "a", count: 26)))
    #expect(
      host.key == [252, 61, 98, 79, 63, 60, 127, 202, 210, 126, 74, 92, 176, 27, 112, 107])
    let hidden = HiddenRoll(
      expression: try RollExpression(parsing: "2d6"),
      roll: PlayedRoll(dice: [3, 4], total: try #require(Total(7))), secret: Array(0..<32))
    #expect(
      hex(hidden.commitment)
        == "869140131b48414b0b4f8479a3f20ccffe2c88531fead92d30589968f37262bb")
  }

  @Test func `a visitor's secret is drawn once and stays in the session`() throws {
    var visit = visit()
    let secret = visit.seatSecret()
    #expect(visit.seatSecret() == secret)
    #expect(Session(visit.session.bytes)?[SeatSecret.self] == secret)
    #expect(visit.seatSecret(offered: SeatSecret().text) == secret)
    #expect(SeatSecret() != secret)
    var other = self.visit()
    #expect(other.seatSecret(offered: secret.text) == secret)
    var third = self.visit()
    #expect(third.seatSecret(offered: "a") != secret)
    #expect(HostSecret() != HostSecret())
    #expect(HostSecret(HostSecret().text) != nil)
    #expect(HostSecret("KFH3QD") == nil)
  }

  @Test func `a hidden roll can be recomputed`() throws {
    var random: any RandomNumberGenerator = Fixed(faces: [3, 4], sides: 6)
    let move = try HiddenRoll.move(try RollExpression(parsing: "2d6"), using: &random)
    guard case .act(.rolledHidden(let roll, let commitment)) = move else {
      throw RoomRefusal.otherKind
    }
    #expect(roll.commitment == commitment && roll.roll.dice == [3, 4])
    #expect(try HiddenRoll.move(try RollExpression(parsing: "2d6"), using: &random) != move)
  }

  @Test func `thirty wrong codes a minute are all, and right ones never count`() throws {
    let hall = try RoomHall()
    let desk = hall.desk()
    let code = try desk.open(.table)
    let host = HostSecret()
    let led = try desk.open(.table, hostKey: host.key, by: nil, now: 0)
    let memory = LimiterMemory()
    let limiter = memory.limiter
    var guest = visit(desk, limiter)
    for _ in 0..<100 {
      #expect(try guest.room(code.text).code == code)
      #expect(try guest.newestNumber(code.signs.lowercased()).number == 1)
      // No code at all.
      #expect(throws: RoomRefusal.noRoom) { try guest.room("KFH3Q0") }
    }
    let gone = try desk.open(.table)
    try desk.delete(gone)
    for count in 0..<100 {
      #expect(throws: RoomRefusal.noRoom) {
        _ =
          try count % 2 == 0 ? guest.room(gone.signs).number : guest.newestNumber(gone.signs).number
      }
    }
    for count in 0..<30 {
      #expect(throws: RoomRefusal.noRoom) {
        if count % 2 == 0 {
          _ = try guest.room("222222")
        } else {
          _ = try guest.newestNumber("2-22222")
        }
      }
    }
    for typed in ["222222", code.text] {
      #expect(throws: RoomRefusal.tooManyCodes(seconds: 60)) { try guest.room(typed) }
      #expect(throws: RoomRefusal.tooManyCodes(seconds: 60)) { try guest.newestNumber(typed) }
    }
    // Who belongs there is let in, and so is everybody else.
    #expect(try guest.room(led.text, host: host).code == led)
    #expect(try guest.newestNumber(led.text, host: host).number == 1)
    try desk.join("Ann", key: guest.seatSecret().key(in: code), in: code, now: 0)
    #expect(try guest.room(code.text).number == 2)
    #expect(try visit(desk, limiter, client: "192.0.2.9").room(code.text).code == code)
    #expect(try visit(desk).room(code.text).code == code)
  }

  private func visit(
    _ desk: RoomDesk? = nil, _ limiter: RateLimiter? = nil, client: String = "192.0.2.1"
  ) -> Visit {
    Visit(desk ?? rooms, limiter, client: client)
  }
}
