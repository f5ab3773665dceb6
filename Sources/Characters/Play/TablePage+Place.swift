import Site
import Storage
import Web

/// Where a move on the page leads.
extension TablePage {
  /// The same page where it was pressed, with the foe that the form was about.
  static func address(after open: OpenCharacter, in visit: Visit) -> String {
    let fight = visit.fight(of: open)
    let move = visit.request.path.split(separator: "/").last.map(String.init) ?? ""
    return open.path + tab.end + (fight == Fight() ? "" : "?\(fight.query)")
      + (cards[move].map { "#\($0)" } ?? "")
  }

  /// The card of each move that isn't at the top of the page and doesn't stand by its result.
  private static let cards = [
    "shoot": "ammunition", "collect": "ammunition", "wear": "attack", "away": "attack",
    "cast": "spells-now", "turn": "turns", "light": "turns", "rest": "turns", "rest-day": "turns",
    "use": "supplies", "charge": "things", "suffer": "states", "recover": "states",
  ]

  /// The foe stays while other pages of the character are looked at.
  static func remember(_ open: OpenCharacter, in visit: Visit, _ state: inout VaultState) {
    guard let fight = visit.sentFight else { return }
    let foe = visit.note(fight.query, about: open.entry.id)
    if state.foe?.text != foe.text || state.foe?.place != foe.place { state.foe = foe }
  }
}
