import Games

/// A room: its settings, seats and switches, and the play in it.
///
/// Its state follows from its events alone. Always true:
/// - seats have ascending numbers in `1...200`, with gaps only where a record is damaged, and names
///   that people can tell apart; nobody has two seats that aren't removed;
/// - the numbers of events and of an actor's presses only grow;
/// - rolls and seats are within `RoomLimits`.
package struct Room: Equatable, Sendable {
  /// What is played.
  package enum Play: Equatable, Sendable {
    case experiment(ClassExperiment)
    case table(DiceTable)
    case match(PigMatch)
    case pairs(PigPairs)
    case league(StrategyLeague)
  }

  /// The current settings; a class experiment may start over with other questions.
  package internal(set) var settings: RoomSettings
  /// Derived from the host's secret.
  package let hostKey: [UInt8]
  /// The time in seconds since 1970.
  package let openedAt: Int
  /// The seats in the order of their numbers.
  package internal(set) var seats: [RoomSeat] = []
  package internal(set) var play: Play
  /// The switches that are on.
  package internal(set) var switches: Set<RoomSwitch>
  /// The number of the last event.
  package internal(set) var lastNumber: Int
  /// The latest time of an event, in seconds since 1970.
  package internal(set) var lastTime: Int
  /// The number of the host's last press that counted.
  package internal(set) var hostPress = 0
  /// The number of rolls of all seats, before and after starting over.
  package internal(set) var rolls = 0
  /// The number of events that are lost or impossible; all others stand.
  package internal(set) var missing = 0
  /// The second of the last event, since 1970, and the number of presses in it.
  var second: Int
  var pressesInSecond = 1

  /// Creates a room from its first event.
  /// - Throws: `RoomRefusal.outOfOrder` for another event, `.setting`.
  package init(opening event: RoomEvent) throws(RoomRefusal) {
    guard case .opened(let settings, let key, let off) = event.act, event.number == 1,
      event.press == 0, event.actor == .host
    else { throw .outOfOrder }
    guard key.count == RoomSeat.keyLength, RoomLimits.times ~= event.time else { throw .setting }
    self.settings = settings
    play = try Play(settings)
    switches = RoomSwitch.defaults.subtracting(off)
    hostKey = key
    openedAt = event.time
    lastNumber = 1
    lastTime = event.time
    second = event.time
  }

  /// Returns the event that opens a room.
  ///
  /// `off` are switches turned off that are on by default. It checks whether the odds of an
  /// experiment are known, which may take a third of a second.
  /// - Throws: `RoomRefusal` for settings that aren't allowed.
  package static func opening(
    _ settings: RoomSettings, key: [UInt8], off: Set<RoomSwitch> = [], at time: Int
  ) throws(RoomRefusal) -> RoomEvent {
    if case .experiment(let settings) = settings {
      _ = try settings.experiment.expectation()
      _ = try settings.second?.expectation()
    }
    let event = RoomEvent(
      number: 1, time: time, actor: .host, press: 0, act: .opened(settings, key: key, off: off))
    _ = try Room(opening: event)
    return event
  }

  /// Returns the seat with a number, unless it is removed.
  package func seat(_ number: Int) -> RoomSeat? {
    seats.first { $0.number == number && !$0.isRemoved }
  }

  /// Returns the latest seat for a visitor's key; if it is removed, so are all the visitor's
  /// earlier ones.
  package func seat(key: [UInt8]) -> RoomSeat? { seats.last { $0.key == key } }

  var nextSeat: Int { (seats.last?.number ?? 0) + 1 }

  /// The names that a newcomer can't have.
  var takenNames: [String] {
    let others =
      switch settings {
      case .pairs: [Pig.computerName]
      case .league: PigLeague.standards.map(\.name)
      default: [String]()
      }
    return seats.map(\.name) + others
  }

  /// The experiment, table, pairs or league; `nil` in a room of another kind.
  package var experiment: ClassExperiment? {
    if case .experiment(let experiment) = play { experiment } else { nil }
  }
  package var table: DiceTable? { if case .table(let table) = play { table } else { nil } }
  package var pairs: PigPairs? { if case .pairs(let pairs) = play { pairs } else { nil } }
  package var league: StrategyLeague? { if case .league(let league) = play { league } else { nil } }

  package var isPaused: Bool { switches.contains(.paused) }

  /// The number of rolls at a table that wait to be revealed.
  package var hiddenRolls: Int { table?.hiddenRolls ?? 0 }

  /// The approximate size in memory, in bytes.
  package var size: Int {
    let play =
      switch play {
      case .experiment(let experiment): experiment.first.size + (experiment.second?.size ?? 0)
      case .table(let table): 1_500 * table.entries.count + (table.campaign?.size ?? 0)
      case .match: 50_000
      case .pairs(let pairs): 50_000 * pairs.games.count
      case .league(let league):
        300 * league.strategies.count + 8 * (league.result?.league.chances.joined().count ?? 0)
      }
    return 10_000 + 300 * seats.count + play
  }

  /// The distance between press numbers of pages made before a press and after it.
  static let pressSpan = 1_000

  /// Returns a number for the next press on one page of an actor.
  ///
  /// Pages made before that press have other numbers, so that a press sent twice differs from a
  /// press on an outdated page.
  /// - Returns: `nil` for an unknown seat.
  package func press(
    onPageOf actor: RoomEvent.Actor, using random: inout some RandomNumberGenerator
  ) -> Int? {
    nextPress(of: actor).map { next in
      // Odd, unlike the number after a press that counted.
      ((next - 1) / Room.pressSpan + 1) * Room.pressSpan
        + 2 * Int.random(in: 0..<Room.pressSpan / 2, using: &random) + 1
    }
  }

  /// Returns the lowest number of an actor's next press.
  /// - Returns: `nil` for an unknown seat.
  package func nextPress(of actor: RoomEvent.Actor) -> Int? {
    switch actor {
    case .host: hostPress + 1
    case .seat(let number): seat(number).map { $0.lastPress + 1 }
    }
  }
}

extension Room.Play {
  init(_ settings: RoomSettings) throws(RoomRefusal) {
    switch settings {
    case .experiment(let settings): self = .experiment(ClassExperiment(settings))
    case .table: self = .table(DiceTable())
    case .match(let goal, let coach): self = .match(try PigMatch(goal: goal, coach: coach))
    case .pairs(let settings): self = .pairs(PigPairs(settings))
    case .league(let goal): self = .league(try StrategyLeague(goal: goal))
    }
  }
}
