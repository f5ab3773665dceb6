import DiceLanguage

/// The dice of an expression's last roll, each with what happened to it.
struct RollDetail: Equatable {
  /// The most dice kept; those after `RollRecord.diceLimit` only have their final state.
  static let diceLimit = 1_000
  /// The most events kept of a die: the first ones and, after a gap, the last ones.
  private static let eventLimit = 12
  /// The most totals of groups kept.
  private static let memberLimit = 200
  /// The most bytes of a detail.
  static let sizeLimit = 6 * 1_024

  /// The rounds: one, or as many as `6x(…)` says.
  let rounds: [Round]
  /// The number of dice, of which the first are kept.
  let count: Int
  /// The number of groups' totals, of which the first are kept.
  let memberCount: Int
  /// The draws, for a link that shows them; empty if there were too many.
  let draws: [Int]

  struct Round: Equatable {
    let total: String
    let terms: [Term]
    /// The totals of groups.
    let members: [Member]

    func with(_ terms: [Term]) -> Round {
      Round(total: total, terms: terms, members: members)
    }
  }

  struct Term: Equatable {
    /// The die, as `Die.name`.
    let die: String
    let remarks: [String]
    let dice: [Die]

    /// The words that its dice's values stand for; `nil` if they are numbers.
    var words: WordList? { WordList(ofDie: die) }

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
    /// A number of omitted events, mostly rerolls.
    case skipped(Int)
  }

  /// A total in a group.
  struct Member: Equatable {
    let total: String
    let isDropped, isCounted, isFailure: Bool
  }

  /// - Returns: `nil` for a roll that takes too many bytes.
  init?(_ roll: RollResult) {
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
  /// Whether it is a state of the die, rather than how it got its value.
  fileprivate var isState: Bool {
    switch self {
    case .extra, .dropped, .counted, .failed, .droppedWithGroup: true
    default: false
    }
  }
}
