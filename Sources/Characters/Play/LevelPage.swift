import Games
import Mustache
import Site
import Web

/// The page of experience and levels: awards, the next level, a drained one, and starting higher.
struct LevelPage: EntryPage {
  static let templates = ["characters/level"]
  static let tab = OpenCharacter.Tab.level
  let layout: EntryLayout<OpenCharacter>

  init(_ layout: EntryLayout<OpenCharacter>, in _: Visit) { self.layout = layout }

  static func declare(_ field: inout Fields<LevelPage>) {
    field("layout") { $0.layout }
    field("level") { $0.character.level }
    field("experience") { $0.character.experience.groupedText }
    field("next") { $0.character.nextLevel?.experienceNeeded.groupedText }
    field("missing") { $0.missing?.groupedText }
    field("missingPoints") {
      $0.missing?.counted("more experience point", "more experience points")
    }
    field("adjustment") { "\($0.adjustment.modifierText)%" }
    field("limit") { $0.character.characterClass.levelLimit }
    field("isAtLimit") { $0.character.nextLevel == nil }
    field.input("points", value: { _ in "" }, in: { $0.layout.problem }, longest: 20)
    field("isExact") { $0.layout.problem?.form?["exact"] == "on" }
    field("canRise") { $0.character.canRise }
    field("canLearn") { !$0.character.learnable.isEmpty }
    field("riseWrong") { $0.layout.wrong("rise") }
    field.object("rise", \.character.nextLevel, declare)
    field.object("fall", \.character.previousLevel, declare)
    field("canStart") { $0.character.level == 1 && $0.character.experience == 0 }
    field.input(
      "startLevel", named: "level", value: { _ in "" }, in: { $0.layout.problem },
      choices: { page in
        let characterClass = page.character.characterClass
        return (2...characterClass.levelLimit).map { level in
          let needed = characterClass.record.progression[level - 1].experience.groupedText
          return ("\(level)", "Level \(level), \(needed) experience points")
        }
      })
  }

  private static func declare(_ step: inout FieldsWithin<LevelChange, LevelPage>) {
    step("level") { $0.level.to }
    step("hitPoints") { $0.hitPointsText }
    step.rows("lines", { $0.lines(isAscendingOnly: $1.character.options.contains(.ascendingOnly)) })
    {
      line in
      line("name") { $0.name }
      line("from") { $0.from }
      line("to") { $0.to }
    }
  }

  /// The experience missing for the next level; `nil` at the highest one.
  private var missing: Int? {
    character.nextLevel.map { max(0, $0.experienceNeeded - character.experience) }
  }

  private var adjustment: Int {
    character.characterClass.experienceAdjustment(for: character.scores)
  }

  static let routes: [Route] = [
    show, undo,
    move("award", award),
    change("rise", .rose, at: "rise") { character, visit throws(RuleRefusal) in
      try character.rising(using: &visit.random)
    },
    change("drain", .drained) { character, visit throws(RuleRefusal) in
      try character.drained(leaving: visit.form["left"] == "halfway" ? .halfway : .least)
    },
    change("start", .started, at: "level") { character, visit throws(RuleRefusal) in
      try character.starting(atLevel: visit.form.whole("level") ?? 0, using: &visit.random)
    },
  ]

  /// Adds experience, and shows how the points were computed.
  @Sendable private static func award(
    _ open: inout OpenCharacter, _ visit: inout Visit
  ) throws -> String {
    let points = visit.form.whole("points") ?? 0
    let isAdjusted = visit.form["exact"] != "on"
    let award = try? open.character.award(of: points, isAdjusted: isAdjusted)
    let news = try open.make(.experience, in: &visit, blaming: { _, _ in "points" }) {
      character, _ throws(RuleRefusal) in
      try character.awarded(points, isAdjusted: isAdjusted)
    }
    return award?.working ?? news
  }
}

extension LevelChange {
  fileprivate var hitPointsText: String {
    switch hitPoints {
    case .rolled(let die, 0): "1\(die.name) more"
    case .rolled(let die, let modifier): "1\(die.name)\(modifier.modifierText) more, at least 1"
    case .gained(let points): "\(points) more"
    case .lost(let points): points.counted("hit point", "hit points")
    }
  }

  /// Returns everything else that it changes.
  fileprivate func lines(isAscendingOnly: Bool) -> [(name: String, from: String, to: String)] {
    let saves = SavingThrow.allCases.compactMap { save in
      self.saves[save].map { (save.name, "\($0.from)", "\($0.to)") }
    }
    let skills = ThiefSkill.allCases.compactMap { skill in
      self.skills[skill].map { (skill.name, skill.text($0.from), skill.text($0.to)) }
    }
    let turning = Turning.columns.enumerated().compactMap { place, column in
      self.turning[place].map { ("Turning \(column)", $0.from.words, $0.to.words) }
    }
    let spells = spellSlots.keys.sorted().compactMap { level in
      spellSlots[level].map { ("Level \(level) spells a day", "\($0.from)", "\($0.to)") }
    }
    let first: [(name: String, from: String, to: String)?] = [
      levelTitle.map {
        ("Level title", $0.from.breakingAtStrokes, $0.to.breakingAtStrokes)
      },
      isAscendingOnly ? nil : thac0.map { ("THAC0", "\($0.from)", "\($0.to)") },
      attackBonus.map { ("Attack bonus", $0.from.bonusText, $0.to.bonusText) },
    ]
    return first.compactMap(\.self) + saves + skills + turning + spells
  }
}

extension TurningResult {
  /// The result in words: `turned`.
  fileprivate var words: String {
    switch self {
    case .turned: "turned"
    case .destroyed: "destroyed"
    case .needed(let number): "\(number) or more on 2d6"
    case .noEffect: text
    }
  }
}

extension String {
  /// The same text, in which lines may end within `Warlock/Witch`.
  fileprivate var breakingAtStrokes: String { replacing("/", with: "/\u{200B}") }
}

extension ThiefSkill {
  /// Returns the chance as text: `87%` or `2-in-6`.
  fileprivate func text(_ chance: Int) -> String { isInSix ? "\(chance)-in-6" : "\(chance)%" }
}

extension ExperienceAward {
  /// The computation: `1,900 points + 190 (+10%) = 2,090: experience 0 → 2,090.`, and any loss.
  fileprivate var working: String {
    let sum = given + adjustment
    let points = given.counted("point", "points")
    let share =
      percent == 0
      ? "\(points) added"
      : """
      \(points) \(adjustment < 0 ? "\u{2212}" : "+") \(abs(adjustment).groupedText) \
      (\(percent.modifierText)%) = \(sum.groupedText)
      """
    let lost =
      lost == 0
      ? ""
      : " \(lost.counted("point is", "points are")) lost: you can only go up one level at a time."
    return "\(share): experience \(before.groupedText) → \(after.groupedText).\(lost)"
  }
}
