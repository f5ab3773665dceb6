import DiceLanguage
import FileStorage
import Foundation
import Rooms
import Storage
import Visitors
import Web

@testable import Classrooms
@testable import Site

/// A state folder for one test, and any number of desks on it, as each process has one.
final class RoomHall: Sendable {
  let storage: any StorageEngine
  let folder = NSTemporaryDirectory() + "room-tests-\(UUID().uuidString)"

  init() throws {
    storage = RoomHall.storage(in: folder)
    try storage.prepare()
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Another process's desk, which knows nothing yet.
  func desk() -> RoomDesk { RoomHall.desk(in: folder) }

  private static func storage(in folder: String) -> any StorageEngine {
    FileEngine(folder: folder, durability: .process, patience: .seconds(60)) { _ in }
  }

  static func desk(in folder: String) -> RoomDesk {
    RoomDesk(RoomHall.storage(in: folder).rooms)
  }

  func url(of code: RoomCode) -> URL { URL(filePath: storage.rooms.place(of: code)) }
}

extension Visit {
  /// Somebody without a session who visits rooms in second 0.
  init(_ desk: RoomDesk, _ limiter: RateLimiter? = nil, client: String = "192.0.2.1") {
    var request = Request(.get, "/room/KFH3QD")
    request.client = client
    self.init(
      features: site.features, request: request, parameters: [], form: Form(), session: Session(),
      random: SystemRandomNumberGenerator(), now: 0, storage: NoStorage(), addresses: nil,
      code: { _ in nil }, sharedDesk: desk, oddsSolver: OddsSolver(pause: { 5 }),
      limiter: limiter)
  }
}

/// A limiter of its own whose clock stands still; it lives as long as this.
final class LimiterMemory {
  private let memory = UnsafeMutableRawBufferPointer.allocate(
    byteCount: RateLimiter.memory, alignment: 64)
  let limiter: RateLimiter

  init() {
    memory.initializeMemory(as: UInt8.self, repeating: 0)
    limiter = RateLimiter(memory: memory, trusted: [], clock: { 5_000_000 })
  }

  deinit { memory.deallocate() }
}

extension RoomDesk {
  /// Opens a room of that kind, in second 0.
  func open(_ settings: RoomSettings, keptDays: Int = 30) throws -> RoomCode {
    try open(
      settings, hostKey: HostSecret().key, by: UUID().uuidString, keptDays: keptDays, now: 0)
  }

  /// Opens a room under a code that is drawn.
  func open(
    _ settings: RoomSettings, hostKey: [UInt8], by client: String?, keptDays: Int = 30, now: Int
  ) throws -> RoomCode {
    var random = SystemRandomNumberGenerator()
    return try open(
      settings, hostKey: hostKey, by: client, keptDays: keptDays, now: now,
      drawing: { RoomCode(using: &random) })
  }

  /// Plays with real dice, by the number that is on the page unless another is given.
  @discardableResult
  func play(
    _ move: RoomMove, by actor: RoomEvent.Actor, press: Int? = nil, in code: RoomCode, now: Int = 0
  ) throws -> OpenRoom {
    var random: any RandomNumberGenerator = SystemRandomNumberGenerator()
    let next = try room(code, now: now)?.room.nextPress(of: actor) ?? 1
    return try play(move, by: actor, press: press ?? next, in: code, now: now, using: &random)
  }

  /// Joins as somebody with a secret of their own.
  @discardableResult
  func join(_ name: String, in code: RoomCode, now: Int = 0) throws -> OpenRoom {
    try join(name, key: SeatSecret().key(in: code), in: code, now: now)
  }
}

extension RoomSettings {
  /// Two dice, one roll at a press.
  static func twoDice(rollsAtPress: Int = 1) throws -> RoomSettings {
    .experiment(
      try ExperimentSettings(
        .expression(Expression(parsing: "2d6")), rollsAtPress: rollsAtPress, rollsOfSeat: 1_000,
        guessing: .open))
  }
}

extension RoomMove {
  static func throwing(_ text: String) throws -> RoomMove {
    .throwDice(try RollExpression(parsing: text), label: "", answers: 0)
  }
}
