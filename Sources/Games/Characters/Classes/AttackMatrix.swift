/// What a twenty-sided die must show at least to hit.
///
/// B/X 1981 style rules; see the list of sources. The table there equals the difference of THAC0
/// and armour class, held within 2...20: a 1 always misses and a 20 always hits.
package enum AttackMatrix {
  /// Ascending armour class is this less the descending one.
  package static let ascendingBase = 19
  /// Descending armour classes of the table.
  package static let armourClasses = -3...9
  package static let thac0s = 5...20

  /// The lowest roll that hits a descending armour class.
  package static func roll(thac0: Int, armourClass: Int) -> Int {
    min(max(thac0 - armourClass, 2), 20)
  }
}
