import Games
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
