/// Moves at the table.
extension PlayerCharacter {
  /// The hit points that may be lost or healed at once.
  package static let blows = 1...999
  /// The hit points that a full day of rest gives back.
  ///
  /// B/X 1981; see `docs/sources.md`.
  package static let healedByRest = 1...3

  /// Loses hit points, down to 0.
  /// - Throws: `RuleRefusal.outOfRange`.
  package func hurt(by points: Int) throws(RuleRefusal) -> PlayerCharacter {
    try PlayerCharacter.check(points)
    return damaged(hitPoints - hitPointsNow + min(points, hitPointsNow))
  }

  /// Regains hit points, up to the maximum.
  /// - Throws: `RuleRefusal.outOfRange`.
  package func healed(by points: Int) throws(RuleRefusal) -> PlayerCharacter {
    try PlayerCharacter.check(points)
    return damaged(max(0, hitPoints - hitPointsNow - points))
  }

  /// Whether a full day of rest heals; it doesn't raise the dead.
  package var isHealedByRest: Bool { record.damage > 0 && hitPointsNow > 0 }

  /// Begins a new day after a full day of rest, which heals this many hit points.
  /// - Throws: `RuleRefusal.notHealedByRest` or `.outOfRange`.
  package func restedAllDay(healing points: Int) throws(RuleRefusal) -> PlayerCharacter {
    guard isHealedByRest else { throw .notHealedByRest }
    return try rested().healed(by: points)
  }

  /// Adds a condition in free words; does nothing if the character has it.
  /// - Throws: `RuleRefusal.words` or `.tooManyWords`.
  package func suffering(_ condition: String) throws(RuleRefusal) -> PlayerCharacter {
    let new = try PlayRecord.conditions([condition])
    guard !record.conditions.contains(new) else { return self }
    let all = try PlayRecord.conditions(record.conditions + new)
    return changed { $0.record.conditions = all }
  }

  /// Removes the condition at this index; does nothing if there isn't one.
  package func rid(ofConditionAt place: Int) -> PlayerCharacter {
    guard record.conditions.indices ~= place else { return self }
    return changed { $0.record.conditions.remove(at: place) }
  }

  /// Returns the number of shots left.
  package func shots(_ shot: Ammunition) -> Int {
    let all = goods[.ammunition(shot)] * shot.record.count
    return all - min(max(record.shotsUsed[shot] ?? 0, 0), all)
  }

  /// Shoots once.
  /// - Throws: `RuleRefusal.noShots`.
  package func shooting(_ shot: Ammunition) throws(RuleRefusal) -> PlayerCharacter {
    guard shots(shot) > 0 else { throw .noShots(shot) }
    return changed { $0.record.shotsUsed[shot, default: 0] += 1 }
  }

  /// Picks up a shot that is missing from a quiver or case; does nothing if none is.
  package func pickingUp(_ shot: Ammunition) -> PlayerCharacter {
    guard let used = record.shotsUsed[shot] else { return self }
    return changed { $0.record.shotsUsed[shot] = used > 1 ? used - 1 : nil }
  }

  private func damaged(_ damage: Int) -> PlayerCharacter {
    damage == record.damage ? self : changed { $0.record.damage = damage }
  }

  private static func check(_ points: Int) throws(RuleRefusal) {
    guard blows ~= points else { throw .outOfRange(blows, of: .blow) }
  }
}
