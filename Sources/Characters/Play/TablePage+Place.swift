import Site
import Storage
import Web

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
