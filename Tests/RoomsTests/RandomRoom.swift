import DiceLanguage
import Games

@testable import Rooms

/// A room in which people do this and that, allowed or not, and the record of it.
struct RandomRoom {
  private(set) var room: Room
  private(set) var events: [RoomEvent]
  private(set) var refusals = 0
  private var random: SeededGenerator
  private var time = 1_700_000_000

  init(_ settings: RoomSettings, seed: UInt64, acts: Int) throws {
    random = SeededGenerator(seed: seed)
    let event = try Room.opening(
      settings, key: RandomRoom.bytes(1, count: 16),
      off: seed % 2 == 0 ? [] : [.expectation, .watch],
      at: time)
    room = try Room(opening: event)
    events = [event]
    for _ in 0..<acts { act() }
  }

  static func bytes(_ first: Int, count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: first &* 31 &+ $0) }
  }

  /// Most often one who plays a match or in a pair, as the others can do little.
  private var player: Int? {
    mutating get {
      guard Int.random(in: 0..<8, using: &random) > 0 else { return nil }
      switch room.play {
      case .match(let match): return match[Bool.random(using: &random) ? .first : .second]
      case .pairs(let pairs): return pairs.games.randomElement(using: &random)?.match.seatToMove
      default: return nil
      }
    }
  }

  private mutating func act() {
    // The clock goes back now and then.
    time += Int.random(in: -1...5, using: &random)
    do throws(RoomRefusal) {
      if Int.random(in: 0..<8, using: &random) == 0 || room.seats.count < 2 {
        let names = ["Ann", "ann", "Zoë", "Ann 2", "<b>", "  ", "Bo\u{202E}b", "東京"]
        let name = names.randomElement(using: &random) ?? "Ann"
        let key = RandomRoom.bytes(Int.random(in: 0..<30, using: &random), count: 16)
        if let event = try room.join(name, key: key, at: time) { events.append(event) }
        return
      }
      let isHost = Int.random(in: 0..<6, using: &random) == 0
      let actor =
        isHost
        ? RoomEvent.Actor.host
        : .seat(player ?? Int.random(in: 0...room.seats.count + 1, using: &random))
      if let act = try actOfVault(isHost ? 0 : actor.number) {
        events.append(try room.note(act, by: actor.number, at: time))
        return
      }
      let late = [0, 0, 0, 0, 0, 0, -1, 1].randomElement(using: &random) ?? 0
      events.append(
        try room.play(
          try move(isHost: isHost), by: actor, press: (room.nextPress(of: actor) ?? 1) + late,
          at: time, using: &random))
    } catch {
      refusals += 1
    }
  }

  /// What a seat tells of a character now and then, at a table.
  private mutating func actOfVault(_ seat: Int) throws(RoomRefusal) -> RoomAct? {
    guard case .table(let table) = room.play, seat > 0, Int.random(in: 0..<3, using: &random) == 0
    else { return nil }
    let members = table.campaign?.members ?? []
    let member = members.randomElement(using: &random)
    var character = PlayerCharacter(
      id: CharacterID(using: &random), name: ["Zoë", "Brunhild"][seat % 2], characterClass: .elf,
      hitPoints: 5, coins: Coins(), scores: AbilityScores { _ in 11 })
    character.record.damage = seat % 4
    character.record.conditions = seat % 3 == 0 ? ["cursed, again"] : []
    character.record.clock.flames = [Clock.Flame(.torch, left: 2)]
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return member.map { .tookBack($0.number) }
    case 1, 2:
      guard let dice = try? Expression(parsing: "1d6") else { return nil }
      return .checked(
        try CheckRoll(
          member: member?.number ?? 1, name: "Zoë", what: "Listen", dice: dice,
          roll: PlayedRoll(dice: [seat % 6 + 1], total: Total(small: seat % 6 + 1)),
          verdict: "", chance: Total(1, over: 6) ?? .zero),
        answers: seat % 2 == 0 ? table.campaign?.question?.number ?? 0 : 0)
    default:
      return .brought(
        BroughtCharacter(
          member: seat % 2 == 0 ? member?.number ?? 0 : 0,
          vault: member?.vault ?? RandomRoom.bytes(seat, count: 16),
          version: member.map { $0.version + seat % 3 - 1 }.map { max(0, $0) } ?? 0,
          applied: room.lastNumber, copy: try TableCharacter(character)))
    }
  }

  /// What the host does with characters and foes.
  private mutating func actOfHost(_ number: Int) throws(RoomRefusal) -> RoomAct? {
    guard case .table(let table) = room.play, let campaign = table.campaign,
      Bool.random(using: &random)
    else { return nil }
    let member = campaign.members.randomElement(using: &random)?.number ?? 1
    let foe = campaign.foes.randomElement(using: &random)?.number ?? 1
    switch number {
    case 0...5: return .turned(member, .hurt(number + 1))
    case 6: return .turned(member, .healed(2))
    case 7, 8: return .turned(member, .suffering("blind & deaf"))
    case 9: return .turned(member, .rid("blind & deaf"))
    case 10...12: return .advanced(member)
    case 13: return .noted(member, "afraid of 東京")
    case 14: return .noted(foe, "")
    case 15...18:
      return .askedFor(
        number == 15 ? .sides : .initiative, members: campaign.members.map(\.number))
    case 19...22:
      guard let damage = try? Expression(parsing: "1d4-1") else { return nil }
      return .metFoe(
        try Foe(
          name: "Goblin", armourClass: 6, hitDice: "1-1", hitPoints: 3, attack: 19, damage: damage,
          morale: 7))
    case 23...25: return .hurtFoe(foe, points: number - 24)
    case 26: return .removedFoe(foe)
    case 27: return .tookBack(member)
    default: return nil
    }
  }

  private mutating func move(isHost: Bool) throws(RoomRefusal) -> RoomMove {
    let number = Int.random(in: 0..<30, using: &random)
    let text = number.isMultiple(of: 3) ? "3 from {red*3,blue*2}" : "2d6+1d4!"
    guard let expression = try? RollExpression(parsing: text) else { throw .setting }
    if isHost {
      if let act = try actOfHost(number) { return .act(act) }
      if case .pairs(let pairs) = room.play, number > 12 {
        let game = number % 4
        let seat = pairs.games.indices ~= game ? pairs.games[game].match[.first] : 0
        return number < 18
          ? .act(.paired(round: pairs.round + number % 5 / 4 + 1, []))
          : .act(.substituted(game: game, seat: number < 25 ? seat ?? 0 : 0, turn: []))
      }
      if case .league(let league) = room.play, number > 15 {
        let entries = try league.entries()
        guard
          let met = try? PigLeague(
            of: entries.map(\.strategy), goal: number < 17 ? 11 : league.goal)
        else { throw .setting }
        return .act(.ran(StrategyLeague.Result(seats: entries.map(\.seat), league: met)))
      }
      switch number {
      case 0: return .act(.startedOver())
      case 28:
        guard case .experiment(let settings) = room.settings else { return .act(.startedOver()) }
        let asked = try ExperimentSettings(
          settings.experiment, second: settings.second, rollsAtPress: settings.rollsAtPress,
          rollsOfSeat: settings.rollsOfSeat, guessing: .first,
          question: settings.experiment.questions(beside: settings.second).last,
          event: ExperimentEvent(
            settings.experiment.words.first ?? "at least 5", of: settings.experiment))
        return .act(.startedOver(asked))
      case 27: return .act(.revealedGuesses)
      case 1: return .act(.removed(Int.random(in: 0...3, using: &random)))
      case 2...8: return .act(.switched(.paused, false))
      case 9: return .act(.switched(.paused, true))
      case 10...12:
        let which = RoomSwitch.allCases.randomElement(using: &random) ?? .names
        return .act(.switched(which, which != .paused && Bool.random(using: &random)))
      case 13...15: return .act(.asked(expression, seats: number == 13 ? [1, 2] : []))
      case 16...20: return .act(.revealed(Int.random(in: 1...room.lastNumber, using: &random)))
      case 21...26:
        let roll = try Room.hiddenRoll(
          expression, secret: RandomRoom.bytes(number, count: 32), using: &random)
        return .act(.rolledHidden(roll, commitment: RandomRoom.bytes(number + 1, count: 32)))
      default: return .throwDice(expression, label: "", answers: 0)
      }
    }
    if case .table = room.play {
      return .throwDice(
        expression, label: number < 9 ? "Fire & smoke" : "", answers: number == 9 ? 3 : 0)
    }
    if case .league = room.play, number > 4 {
      let form = WrittenStrategy.Form.allCases[number % 3]
      let numbers = form.limits.indices.map { number + $0 }
      guard let strategy = try? WrittenStrategy(form, numbers) else { throw .setting }
      return .act(.wrote(strategy))
    }
    switch number {
    case 0: return .act(.guessed(Guess(.mean, Total(small: 7))))
    case 1: return .act(.guessed(Guess(.mostFrequent, Total(small: 7))))
    case 11: return .act(.guessed(Guess(.chance, .zero)))
    case 12: return .act(.skippedGuess)
    case 13: return .act(.guessed(Guess(.likelier, Total(small: 2))))
    case 2, 3: return .report(face: Int.random(in: 0...7, using: &random))
    case 4: return .act(.playedAgain)
    case 5: return .act(.tookPlace)
    case 6...9: return .act(.moved(.hold))
    case 10: return .act(.moved(.roll(6)))
    default: return .roll
    }
  }
}

extension RandomRoom {
  /// One of each kind.
  static func settings() throws -> [RoomSettings] {
    let expression = try Expression(parsing: "(2d6+1)/2")
    guard case .tally(let bag) = try RollExpression(parsing: "2 from {red*3,blue}") else {
      return []
    }
    let experiments: [Experiment] = [
      .expression(expression), .tally(bag), .crapsFirstRolls, .crapsGames, .pigTurns(holdAt: 20),
    ]
    return try experiments.map {
      .experiment(
        try ExperimentSettings(
          $0, rollsAtPress: 5, rollsOfSeat: 200, guessing: .secret,
          colours: $0.tally == nil ? [] : [.green, nil]))
    } + [
      .experiment(
        try ExperimentSettings(
          .expression(expression), second: .expression(Expression(parsing: "1d12")),
          rollsAtPress: 5, guessing: .first, question: .likelier)),
      .experiment(try ExperimentSettings(.ownDice(faces: 6))), .table,
      .match(goal: 30, coach: .afterGame), .pairs(try PigPairs.Settings(goal: 20)),
      .league(goal: 10),
    ]
  }
}
