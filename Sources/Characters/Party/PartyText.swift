import Games
import Site

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
  /// Two lines with what counts at the table, and one more for a retainer.
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
