import DiceLanguage

/// The dice of the last roll of an expression, each with what happened to it.
struct RollDetail: Equatable {
  /// Dice that are kept at most; of those behind `RollRecord.diceLimit` only how they lie.
  static let diceLimit = 1_000
  /// Events of a die that are kept: the first ones and, behind a gap, the last ones.
  private static let eventLimit = 12
  /// Totals of groups that are kept at most.
  private static let memberLimit = 200
  /// How many bytes it may take.
  static let sizeLimit = 6 * 1_024

  /// One, or as many as `6x(…)` says.
  let rounds: [Round]
  /// How many dice there were, of which the first are kept.
  let count: Int
  /// How many totals of groups there were, of which the first are kept.
  let memberCount: Int
  /// What was drawn, for a link that shows it; empty if it was too much.
  let draws: [Int]

  struct Round: Equatable {
    let total: String
    let terms: [Term]
    /// Totals of groups.
    let members: [Member]

    /// The round with other terms.
    func with(_ terms: [Term]) -> Round {
      Round(total: total, terms: terms, members: members)
    }
  }

  struct Term: Equatable {
    /// As `Die.name` has it.
    let die: String
    let remarks: [String]
    let dice: [Die]

    /// What the values of its dice stand for; `nil` if they are numbers.
    var words: WordList? { WordList(ofDie: die) }

    /// The term with another name.
    func named(_ die: String, _ remarks: [String]) -> Term {
      Term(die: die, remarks: remarks, dice: dice)
    }
  }

  struct Die: Equatable {
    let value: Int
    let events: [Event]

    var isDropped: Bool {
      events.contains(.of(.dropped)) || events.contains(.of(.droppedWithGroup))
    }
  }

  enum Event: Equatable {
    case of(RolledDie.Event)
    /// So many more, mostly rerolls.
    case skipped(Int)
  }

  /// A total in a group.
  struct Member: Equatable {
    let total: String
    let isDropped, isCounted, isFailure: Bool
  }

  /// - Returns: `nil` for a roll that takes too many bytes.
  init?(_ roll: YieldRoll) {
    var (count, memberCount) = (0, 0)
    rounds = roll.rounds.map { round in
      let terms = round.terms.map { term in
        let dice = term.dice.compactMap { die -> Die? in
          count += 1
          guard count <= RollDetail.diceLimit else { return nil }
          return Die(
            value: die.value,
            events: count <= RollRecord.diceLimit
              ? RollDetail.shortened(die.history) : die.history.filter(\.isState).map(Event.of))
        }
        return Term(die: term.term.die.name, remarks: term.term.remarks, dice: dice)
      }
      return Round(
        total: round.outcome, terms: terms,
        members: round.groups.flatMap(\.members).compactMap {
          memberCount += 1
          guard memberCount <= RollDetail.memberLimit else { return nil }
          return Member(
            total: $0.value.description, isDropped: $0.isDropped, isCounted: $0.isCounted,
            isFailure: $0.isFailure)
        })
    }
    self.count = count
    self.memberCount = memberCount
    draws = roll.draws
    guard packedSize <= RollDetail.sizeLimit else { return nil }
  }

  private static func shortened(_ history: [RolledDie.Event]) -> [Event] {
    guard history.count > eventLimit else { return history.map(Event.of) }
    let half = eventLimit / 2
    return history.prefix(half).map(Event.of) + [.skipped(history.count - 2 * half)]
      + history.suffix(half).map(Event.of)
  }
}

extension RolledDie.Event {
  /// Whether it says how the die lies, and not how it came to its value.
  fileprivate var isState: Bool {
    switch self {
    case .extra, .dropped, .counted, .failed, .droppedWithGroup: true
    default: false
    }
  }
}
