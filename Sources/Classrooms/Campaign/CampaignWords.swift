import DiceLanguage
import Games
import Rooms
import Site

extension AskedCheck {
  /// The check by itself: `Wands`.
  var name: String {
    switch self {
    case .death, .wands, .paralysis, .breath, .spells, .attack, .initiative, .listen:
      rawValue.asSentence
    case .sides: HostRoll.initiative.name
    case .doors: "Open doors"
    case .str: Ability.str.name
    case .int: Ability.int.name
    case .wis: Ability.wis.name
    case .dex: Ability.dex.name
    case .con: Ability.con.name
    case .cha: Ability.cha.name
    }
  }

  /// The check as a task: `a save against Wands`.
  package var task: String {
    switch self {
    case .death, .wands, .paralysis, .breath, .spells: "a save against \(name)"
    case .int: "an \(name) check"
    case .str, .wis, .dex, .con, .cha: "a \(name) check"
    case .attack: "an attack"
    case .initiative: "initiative"
    case .sides: "initiative by side"
    case .doors: "a roll to open doors"
    case .listen: "a roll to listen"
    }
  }

  /// Returns the label of a button for one of a seat's characters.
  package func button(of name: String) -> String {
    switch self {
    case .doors: "Roll to open doors: \(name)"
    case .listen: "Roll to listen: \(name)"
    case .sides: "Roll initiative for both sides"
    default: "Roll \(task) for \(name)"
    }
  }

  /// The check in a list of choices.
  var words: String {
    switch self {
    case .death, .wands, .paralysis, .breath, .spells: "Save: \(name)"
    case .str, .int, .wis, .dex, .con, .cha: "Check: \(name)"
    case .initiative: "Initiative for each character"
    case .attack, .sides, .doors, .listen: name
    }
  }
}

extension CheckRoll {
  /// The sides' rolls for initiative, which aren't subtracted: `5 : 3`; `nil` for any other roll.
  var sides: String? {
    what == HostRoll.initiative.name && dice.text == HostRoll.bothSides
      ? roll.dice.map(\.signedText).joined(separator: " : ") : nil
  }

  /// `Wands: 14, saved`, `Damage: 5`.
  var said: String {
    "\(what.isolated): \(verdict.isEmpty ? roll.total.signedText : "\(roll.total.signedText), \(verdict)")"
  }

  /// Returns the roll's chance in words.
  ///
  /// `Chance of that: 25.0% (1/4)`; for a character `Chance of success: 45.0% (9/20), of at least
  /// 14: 35.0% (7/20)`, or only one of them if they are equal. `odds` caches the distributions of
  /// all rolls so far, as most are repeated.
  func chanceText(knowing odds: inout [String: Distribution]) -> String {
    let text = "\(chance.double.percent()) (\(chance))"
    if verdict.isEmpty { return "Chance of at least that: \(text)" }
    if isHosts || sides != nil { return "Chance of that: \(text)" }
    let total = Rational(roll.total.numerator) / Rational(roll.total.denominator)
    let known = odds[dice.text] ?? (try? dice.odds().total)
    odds[dice.text] = known
    let atLeast = known?.chance(atLeast: total)
    return "Chance of success: \(text)"
      + (atLeast.flatMap { Total($0) == chance ? nil : $0.chanceText }
        .map { ", of at least \(roll.total.signedText): \($0)" } ?? "")
  }
}

extension TableCharacter {
  /// `Level 3 fighter`.
  var rank: String { "Level \(person.level) \(person.characterClass.name.lowercased())" }

  /// The descending and the ascending armour class: `4 [15]`.
  var armourClassText: String {
    "\(armourClass.signedText) [\((AttackMatrix.ascendingBase - armourClass).signedText)]"
  }

  /// `8 of 10`.
  var pointsText: String { "\(person.hitPointsNow) of \(person.hitPoints)" }

  /// `D 12, W 13, P 14, B 15, S 16`, without a line break inside any of them.
  var savesText: String {
    zip(SavingThrow.allCases, saves).map { "\($0.letter)\u{A0}\($1.signedText)" }
      .joined(separator: ", ")
  }
}

extension Clock {
  /// The lights and their turns left, `torch (5 turns left), lantern (20 turns left)`; `nil` in the
  /// dark.
  package var lightsText: String? {
    let flames = flames.map {
      "\($0.light.name.lowercased()) (\($0.left.counted("turn", "turns")) left)"
    }
    return flames.isEmpty ? nil : flames.joined(separator: ", ")
  }
}

/// A roll by the host for everybody, or for a foe.
enum HostRoll: String, CaseIterable {
  case reaction, surprise, foesSurprise, wandering, initiative

  /// One die for each side, the party's first.
  fileprivate static let bothSides = "1d6-1d6"

  var name: String {
    switch self {
    case .reaction: "Reaction"
    case .surprise: "Surprise, party"
    case .foesSurprise: "Surprise, foes"
    case .wandering: "Wandering monsters"
    case .initiative: "Initiative by side"
    }
  }

  /// The dice, and the chance.
  var hint: String {
    switch self {
    case .reaction:
      """
      2d6: on 2 attacks, \(chance(1, of: 36)); on 3–5 hostile, \(chance(9, of: 36)); on 6–8 \
      unsure, \(chance(16, of: 36)); on 9–11 indifferent, \(chance(9, of: 36)); on 12 friendly, \
      \(chance(1, of: 36))
      """
    case .surprise, .foesSurprise: "1d6: surprised on 1 or 2, chance \(chance(2, of: 6))"
    case .wandering: "1d6: monsters turn up on a 1, chance \(chance(1, of: 6))"
    case .initiative: "1d6 per side: the high roll goes first, chance of a tie \(chance(6, of: 36))"
    }
  }

  /// Rolls; for both sides, a player may do so for a character.
  func roll(
    by member: Campaign.Member? = nil, isSecret: Bool = false,
    using random: inout any RandomNumberGenerator
  ) throws(RoomRefusal) -> CheckRoll {
    switch self {
    case .reaction:
      try .rolled(name, "2d6", isSecret: isSecret, using: &random) { _, total in
        switch total {
        case ...2: ("attacks", 2...2)
        case ...5: ("hostile", 3...5)
        case ...8: ("unsure", 6...8)
        case ...11: ("indifferent", 9...11)
        default: ("friendly", 12...12)
        }
      }
    case .surprise, .foesSurprise:
      try .rolled(name, "1d6", isSecret: isSecret, using: &random) { _, total in
        total <= 2 ? ("surprised", 1...2) : ("not surprised", 3...6)
      }
    case .wandering:
      try .rolled(name, "1d6", isSecret: isSecret, using: &random) { _, total in
        total <= 1 ? ("monsters turn up", 1...1) : ("nothing turns up", 2...6)
      }
    case .initiative:
      try .rolled(
        name, HostRoll.bothSides, by: member.map { ($0.number, $0.copy.person.name) } ?? (0, ""),
        isSecret: isSecret, using: &random
      ) { dice, total in
        let sides = "Party \(dice.first ?? 0), foes \(dice.last ?? 0)"
        return switch total {
        case 0: ("\(sides): a tie", 0...0)
        case 1...: ("\(sides): the party goes first", 1...5)
        default: ("\(sides): the foes go first", -5...(-1))
        }
      }
    }
  }
}

/// Returns a chance: `16.7% (1/6)`.
private func chance(_ ways: Int, of all: Int) -> String {
  (Rational(ways) / Rational(all)).chanceText
}

extension Foe {
  /// Returns the chance that an attack hits each armour class, `AC 4 30.0% (3/10)`; `nil` for none.
  func hitText(_ armourClasses: [Int]) -> String? {
    armourClasses.isEmpty
      ? nil
      : Set(armourClasses).sorted(by: >).map {
        let needed = AttackMatrix.roll(thac0: attack, armourClass: $0)
        return "AC \($0.signedText): \(chance(21 - needed, of: 20))"
      }.joined(separator: ", ")
  }

  /// The chance that the foes stay.
  var moraleText: String {
    chance((1...6).reduce(0) { $0 + min(max(morale - $1, 0), 6) }, of: 36)
  }
}

/// A roll by the host for a foe, which nobody else sees.
enum FoeRoll: String {
  case morale, attack, damage

  func roll(
    for met: Campaign.MetFoe, using random: inout any RandomNumberGenerator
  ) throws(RoomRefusal) -> CheckRoll {
    let (foe, roller) = (met.foe, (met.number, ""))
    return switch self {
    case .morale:
      try .rolled(
        "Morale, \(foe.name)", "2d6", by: roller, isSecret: true, using: &random
      ) { _, total in
        total <= foe.morale
          ? ("they stay", 2...foe.morale) : ("they break", foe.morale + 1...12)
      }
    case .attack:
      try .rolled(
        "Attack, \(foe.name)", "1d20", by: roller, isSecret: true, using: &random
      ) { _, total in
        // A 1 always misses and a 20 always hits.
        switch total {
        case 1: ("a miss", 1...1)
        case 20: ("a hit", 20...20)
        default: ("hits armour class \((foe.attack - total).signedText) or worse", total...20)
        }
      }
    case .damage:
      try .rolled(
        "Damage, \(foe.name)", foe.damage.text, by: roller, isSecret: true, using: &random
      ) { _, total in ("", total...Int.max) }
    }
  }
}

extension CheckRoll {
  /// Rolls dice; `verdict` returns the result in words, and the totals that have it.
  fileprivate static func rolled(
    _ what: String, _ text: String, by roller: (number: Int, name: String) = (0, ""),
    isSecret: Bool, using random: inout any RandomNumberGenerator,
    _ verdict: (_ dice: [Int], _ total: Int) -> (words: String, totals: ClosedRange<Int>)
  ) throws(RoomRefusal) -> CheckRoll {
    guard let dice = try? Expression(parsing: text) else { throw .setting }
    let rolled = dice.roll(using: &random)
    guard let roll = PlayedRoll(rolled), let total = rolled.total.int else { throw .totalTooLarge }
    let (words, totals) = verdict(roll.dice, total)
    guard let odds = try? dice.odds().total,
      let chance = Total(odds.chance { $0.int.map(totals.contains) ?? false })
    else { throw .noExactOdds }
    return try CheckRoll(
      member: roller.number, name: roller.name, what: what, dice: dice, roll: roll,
      verdict: words, chance: chance, isSecret: isSecret)
  }
}
