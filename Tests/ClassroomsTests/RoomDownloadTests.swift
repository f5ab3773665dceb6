import Storage
import Synchronization
import Testing
import Web

@testable import Classrooms
@testable import Rooms
@testable import Site

@Suite struct RoomDownloadTests {
  private let hall: RoomHall
  private let desk: RoomDesk
  private let memory = LimiterMemory()

  init() throws {
    hall = try RoomHall()
    desk = hall.desk()
  }

  @Test func `records are downloaded one at a time, and not too often`() throws {
    let code = try desk.open(.table)
    try desk.play(.act(.switched(.data, true)), by: .host, in: code)
    var visit = Visit(desk, memory.limiter)
    let room = try desk.join("Ann", key: visit.seatSecret().key(in: code), in: code, now: 0)
    func status() -> Status? {
      do {
        #expect(try visit.download(of: room, as: .json) == Array("[]\n".utf8))
        return .ok
      } catch { return (error as? Refusal)?.status }
    }
    // Who is told to wait has not used up anything.
    for _ in 0..<30 { #expect(desk.downloading.withLock { _ in status() } == .unavailable) }
    for count in 0..<21 { #expect(status() == (count < 20 ? .ok : .tooManyRequests)) }
    #expect(Refusal.busyDownload.retryAfter == 5)
    #expect([10_000, 10_001].map { RateLimit.downloads(ofRolls: $0).count } == [20, 3])
    // Those of another length are counted apart.
    #expect(memory.limiter.spend(.downloads(ofRolls: 200_000), by: "192.0.2.1") == nil)
  }

  @Test func `a download ends where it gets too long`() throws {
    let code = try desk.open(.twoDice(rollsAtPress: 50))
    try desk.join("Ann", in: code)
    for _ in 0..<20 { try desk.play(.roll, by: .seat(1), in: code) }
    let room = try #require(try desk.room(code, now: 0))
    let whole = try RoomDownload(room, desk, isHost: true)
    let (csv, json) = (try whole.file(as: .csv), try whole.file(as: .json))
    #expect(csv.split(separator: UInt8(ascii: "\n")).count == 1_001)
    for (isCSV, length) in [(true, csv.count), (false, json.count)] {
      for (most, fits) in [(length, true), (length - 3, false), (200, false)] {
        let download = try RoomDownload(room, desk, isHost: true, most: most)
        let bytes = try? isCSV ? download.file(as: .csv) : download.file(as: .json)
        #expect((bytes?.count == length) == fits, "\(most)")
      }
    }
  }

  @Test func `dice are written as numbers, of any size and sign`() throws {
    let code = try desk.open(.twoDice())
    let key = SeatSecret()
    try desk.join("Ann", key: key.key(in: code), in: code, now: 0)
    let roll = PlayedRoll(
      dice: [-1_000_000_000, 1_000_000_000], total: try #require(Total(-7, over: 2)))
    let event = RoomEvent(
      number: 3, time: 9, actor: .seat(1), press: 1,
      act: .rolled([roll]))
    _ = try hall.storage.rooms.append(to: code, after: 2, now: 9) { _ in event.bytes }
    let download = try RoomDownload(
      try #require(try desk.room(code, now: 9)), desk, isHost: true)
    #expect(
      String(decoding: try download.file(as: .csv), as: UTF8.self).hasSuffix(
        "\"Ann\",-1000000000,1000000000,-3.5\r\n"))
    #expect(
      String(decoding: try download.file(as: .json), as: UTF8.self).hasSuffix(
        #""dice":[-1000000000,1000000000],"total":"-7/2","secret":null,"hash":null,"#
          + #""guess":null,"guessOf":null,"totals":[],"moreDice":0}]"# + "\n"))
  }
}
