import Games
import Site

/// Sentences about payouts.
enum PartyWords {
  static let payoutInterrupted = """
    A payout was interrupted before everybody had their share. Nothing is lost: finish it, and \
    those who haven’t been paid yet get theirs.
    """

  /// Reports that a member left the party, and any retainers who left with them.
  static func left(_ person: OpenMember, _ followers: [OpenMember]) -> String {
    // A member who is no longer in the vault has no name.
    let names = followers.filter { $0.character != nil }.map(\.name)
    guard person.character != nil else {
      return "The party carries on without them"
        + (names.isEmpty ? "." : ", and without \(names.listed()), who followed.")
    }
    guard !names.isEmpty else { return "\(person.name) left the party but stays in your vault." }
    return """
      \(person.name) left the party and took \(names.listed()) along. They’re all still in your \
      vault.
      """
  }

  /// Returns a sentence on the points that each character earns.
  static func workedOut(_ points: Int) -> String {
    """
    Worked out: each character earns \(points.counted("point", "points")). Nothing has been paid \
    yet.
    """
  }

  static func missed(_ names: [String]) -> String {
    "We couldn’t pay \(names.listed()): the rules or your vault don’t allow it."
  }
}

extension PartyRefusal {
  /// The sentence that a page shows instead of changing the party.
  var sentence: String {
    switch self {
    case .name(let fault): fault.sentence("A name", Party.longestName)
    case .full(let limit): "A party can have at most \(limit) characters, not counting retainers."
    case .alreadyMember: "That character is in this party already."
    case .notMember: "That character isn’t in this party any more."
    case .tooManyRetainers(let limit): "A party can have at most \(limit) retainers."
    case .charismaAllows(let most):
      "Charisma allows this employer \(most.counted("retainer", "retainers"))."
    case .levelAboveEmployer(let level, let employer):
      "A retainer of level \(level) won’t follow an employer of level \(employer)."
    case .retainerCannotHire: "A retainer can’t have retainers."
    case .tooManyAnimals(let limit): "A party can have at most \(limit) animals."
    case .noSuchAnimal: "That animal isn’t in this party any more."
    case .outOfRange(let range, let quantity):
      "\(quantity.name) must be \(range.lowerBound.groupedText) to \(range.upperBound.groupedText)."
    case .nobodyShares: "Choose who takes part."
    case .nothingToShare: "Type experience or gold to share."
    case .share(let refusal, _): refusal.sentence
    }
  }

  /// Whether no field is to blame: there is no room, or the subject is gone.
  var isAboutParty: Bool {
    switch self {
    case .full, .tooManyRetainers, .tooManyAnimals, .notMember, .noSuchAnimal: true
    default: false
    }
  }
}

extension PartyRefusal.Quantity {
  fileprivate var name: String {
    switch self {
    case .loyalty: "Loyalty"
    case .wage: "The wage in gold pieces a day"
    case .load: "The load in coins"
    case .experience: "The experience to share"
    case .gold: "The gold to share"
    case .size: "The size of a party"
    }
  }
}

extension Animal {
  /// The armour class of all animals: `7 [12]`.
  static let armourClassText = EquipmentPage.bothWays(AnimalRecord.armourClass)
}

extension PartyAnimal {
  /// The animal's name, or else its kind.
  var shownName: String { name.isEmpty ? kind.name : name.isolated }

  /// The movement with its load: `60 feet a turn, 12 miles a day`.
  var paceText: String { movement.wayText ?? "carrying too much to move" }
}

extension PartyTotals {
  /// The pace of the slowest: `60 feet a turn, 12 miles a day`; `nil` for nobody.
  var paceText: String? { pace.map { $0.wayText ?? "carrying too much to move" } }

  /// The value of all coins in gold; `nil` if they are all gold.
  var worthText: String? {
    worth == coins[.gold] * Coin.gold.worth ? nil : Coins.text(worth: worth)
  }
}

extension Movement {
  /// The pace in a turn, and in a round: `60 (20)`.
  var paceText: String { "\(base) (\(encounter))" }

  /// The pace in words: `60 feet a turn, 12 miles a day`; `nil` for 0.
  fileprivate var wayText: String? {
    base > 0 ? "\(base) feet a turn, \(overlandMiles) miles a day" : nil
  }
}

extension OpenParty {
  /// The whole party as lines of plain text, to paste into a chat.
  var plainText: String {
    let totals = PartyTotals(characters, animals: party.animals)
    var lines = [party.name, party.sizeText, ""]
    lines += people.enumerated().flatMap { ["\($0 + 1). \($1.lines(in: self))"] }
    if !party.animals.isEmpty {
      lines.append("")
      lines += party.animals.map {
        "\($0.shownName): \($0.load.groupedText) coins, \($0.paceText)"
      }
    }
    lines += [
      "", "HP \(totals.hitPointsNow) of \(totals.hitPoints)",
      "Treasure: \(totals.coins.purseText)" + (totals.worthText.map { ", worth \($0)" } ?? ""),
    ]
    if let pace = totals.paceText { lines.append("Slowest pace: \(pace)") }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension OpenMember {
  /// Returns two lines with the numbers that count in play, and one more for a retainer.
  fileprivate func lines(in open: OpenParty) -> String {
    guard let character else { return name }
    let sheet = RecordSheet(character)
    let saves = SavingThrow.allCases.map { "\($0.letter)\(sheet.saves[$0])" }
    let arms = sheet.weapons.map { "\($0.name) \($0.toHit.bonusText), \($0.damageText)" }
    var lines = [
      "\(character.name), \(character.rank.lowercased())",
      """
      HP \(character.hitPointsNow) of \(character.hitPoints), AC \(sheet.armourClassText), \
      \(sheet.attackLine), saves \(saves.joined(separator: " ")), \
      move \(sheet.movement.paceText)
      """,
      (arms.isEmpty ? ["No weapons"] : arms).joined(separator: "; "),
    ]
    if let service = member.service, let employer = open[service.employer] {
      lines.append("Follows \(employer.name): \(service.terms)")
    }
    return lines.joined(separator: "\n   ")
  }
}
