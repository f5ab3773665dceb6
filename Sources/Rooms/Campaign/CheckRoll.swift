import DiceLanguage

/// A roll for a character or by the host, with its purpose and its chance of success.
package struct CheckRoll: Equatable, Sendable {
  /// The number at the table of the character or foe that rolls; 0 for the host's own roll.
  package let member: Int
  /// The name of the character that rolls; empty for a foe and for the host.
  package let name: String
  /// The purpose: `Wands`.
  package let what: String
  package let dice: Expression
  package let roll: PlayedRoll
  /// The result in words: `saved`; empty if only the total counts.
  package let verdict: String
  /// The chance that the character succeeds, that the host's roll has this verdict, or of at least
  /// this total if only that counts; in `0...1`.
  package let chance: Total
  /// Whether only the host sees it.
  package let isSecret: Bool

  package var isHosts: Bool { name.isEmpty }

  /// The limit in characters and in bytes: the longest name of a weapon fits, with its missiles.
  static let longestWords = 140
  static let largestWords = 1_000

  /// - Throws: `RoomRefusal` for dice that can't show this, or for unfit words.
  package init(
    member: Int = 0, name: String = "", what: String, dice: Expression, roll: PlayedRoll,
    verdict: String = "", chance: Total, isSecret: Bool = false
  ) throws(RoomRefusal) {
    func checked(_ text: String) throws(RoomRefusal) -> String {
      try text.isEmpty
        ? ""
        : SeatName.checked(text, longest: CheckRoll.longestWords, largest: CheckRoll.largestWords)
    }
    guard Total.zero <= chance, chance <= Total(small: 1), member >= 0 else { throw .setting }
    guard Experiment.expression(dice).isPossible(roll) else { throw .impossibleRoll }
    self.member = member
    self.name = try checked(name)
    self.what = try checked(what)
    self.dice = dice
    self.roll = roll
    self.verdict = try checked(verdict)
    self.chance = chance
    self.isSecret = isSecret
  }
}

/// A check that a host asks characters to make.
package enum AskedCheck: String, CaseIterable, Sendable {
  case death, wands, paralysis, breath, spells
  case attack, initiative, sides, doors, listen
  case str, int, wis, dex, con, cha
}

extension FieldCoder {
  mutating func checkRoll(_ roll: CheckRoll?) throws -> CheckRoll {
    let member = try int(roll?.member, in: 0...RoomLimits.numbers.upperBound)
    let name = try text(roll?.name, largest: CheckRoll.largestWords)
    let what = try text(roll?.what, largest: CheckRoll.largestWords)
    let dice = try expression(roll?.dice)
    let played = try self.roll(roll?.roll)
    let verdict = try text(roll?.verdict, largest: CheckRoll.largestWords)
    let chance = try total(roll?.chance)
    let isSecret = try flag(roll?.isSecret)
    if let roll { return roll }
    let read = try CheckRoll(
      member: member, name: name, what: what, dice: dice, roll: played, verdict: verdict,
      chance: chance, isSecret: isSecret)
    guard read.name == name, read.what == what, read.verdict == verdict else { throw Unreadable() }
    return read
  }
}
