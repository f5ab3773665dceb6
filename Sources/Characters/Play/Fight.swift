import Games
import Site
import Storage
import Web

/// A character's opponent and situation, for which a page computes the attacks.
struct Fight: Equatable {
  static let situations = -10...10

  /// The opponent's descending armour class.
  var armourClass = Armour.unarmoured
  /// The game master's modifier to attacks.
  var situation = 0
  var range = MissileRange.medium

  init(armourClass: Int = Armour.unarmoured) { self.armourClass = armourClass }

  /// Reads the fight in a form or an address; `nil` if there is none.
  ///
  /// Missing values are the defaults, and values that no page offers become the nearest.
  init?(_ form: Form) {
    guard let armourClass = form.whole("ac") else { return nil }
    self.armourClass = Fight.nearest(armourClass, in: AttackMatrix.armourClasses)
    situation = Fight.nearest(form.whole("situation") ?? 0, in: Fight.situations)
    range = form["range"].flatMap(MissileRange.init) ?? .medium
  }

  private static func nearest(_ number: Int, in range: ClosedRange<Int>) -> Int {
    min(max(number, range.lowerBound), range.upperBound)
  }

  /// Returns the opponent's armour class as the character's group counts it.
  func armourClassText(_ sheet: RecordSheet) -> String {
    sheet.character.options.armourClassText(descending: armourClass)
  }

  /// The fight as the query of an address.
  var query: String {
    let parts = [
      ("ac", "\(armourClass)"), ("situation", situation == 0 ? nil : "\(situation)"),
      ("range", range == .medium ? nil : range.rawValue),
    ]
    return parts.compactMap { name, value in value.map { "\(name)=\($0)" } }
      .joined(separator: "&")
  }
}

/// The addresses after moves on the page.
extension TablePage {
  /// Returns the address of the same place on the page, with the form's opponent.
  static func address(after open: OpenCharacter, in visit: Visit) -> String {
    let fight = visit.fight(of: open)
    let move = visit.request.path.split(separator: "/").last.map(String.init) ?? ""
    return open.path + tab.end + (fight == Fight() ? "" : "?\(fight.query)")
      + (cards[move].map { "#\($0)" } ?? "")
  }

  /// The cards of the moves that aren't at the top of the page or beside their result.
  private static let cards = [
    "shoot": "ammunition", "collect": "ammunition", "wear": "attack", "away": "attack",
    "cast": "spells-now", "turn": "turns", "light": "turns", "rest": "turns", "rest-day": "turns",
    "use": "supplies", "charge": "things", "suffer": "states", "recover": "states",
  ]

  /// Remembers the opponent while other pages of the character are visited.
  static func remember(_ open: OpenCharacter, in visit: Visit, _ state: inout VaultState) {
    guard let fight = visit.sentFight else { return }
    let foe = visit.note(fight.query, about: open.entry.id)
    if state.foe?.text != foe.text || state.foe?.place != foe.place { state.foe = foe }
  }
}
