import Games
import Web

/// Whom a character fights, and how: what the attacks on a page are worked out for.
struct Fight: Equatable {
  static let situations = -10...10

  /// The foe's, descending.
  var armourClass = Armour.unarmoured
  /// What the game master adds to attacks, or takes off.
  var situation = 0
  /// Of missiles.
  var range = MissileRange.medium

  init(armourClass: Int = Armour.unarmoured) { self.armourClass = armourClass }

  /// The one that a form or an address tells of; `nil` if it tells of none.
  ///
  /// What is left out, or no page offers, is as usual or the nearest.
  init?(_ form: Form) {
    guard let armourClass = form.whole("ac") else { return nil }
    self.armourClass = Fight.nearest(armourClass, in: AttackMatrix.armourClasses)
    situation = Fight.nearest(form.whole("situation") ?? 0, in: Fight.situations)
    range = form["range"].flatMap(MissileRange.init) ?? .medium
  }

  private static func nearest(_ number: Int, in range: ClosedRange<Int>) -> Int {
    min(max(number, range.lowerBound), range.upperBound)
  }

  /// The foe's armour class, as the group of a character counts it.
  func armourClassText(_ sheet: RecordSheet) -> String {
    sheet.character.options.armourClassText(descending: armourClass)
  }

  /// The same as the end of an address.
  var query: String {
    let parts = [
      ("ac", "\(armourClass)"), ("situation", situation == 0 ? nil : "\(situation)"),
      ("range", range == .medium ? nil : range.rawValue),
    ]
    return parts.compactMap { name, value in value.map { "\(name)=\($0)" } }
      .joined(separator: "&")
  }
}
