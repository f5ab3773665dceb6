extension RecordSheet {
  /// Chances in six.
  package var openDoors: Derived { derived(.openDoors) }
  /// Chances in six, when searching.
  package var secretDoors: Derived { chance(talents.secretDoorsIn6) }
  /// Chances in six, when searching.
  package var roomTraps: Derived { chance(talents.roomTrapsIn6) }

  /// Chances in six, at a door; a thief's skill grows with the level.
  package var listen: Derived { chance(thiefSkills?[.hear] ?? talents.listenIn6) }

  /// What the class does better than others: infravision, hiding, a sense for stonework.
  package var talents: Talents { characterClass.record.talents }

  /// A chance that only some classes have.
  package func talent(_ chance: Int) -> Derived { Derived(.classAbility(characterClass), chance) }

  package var npcReactions: Derived { derived(.npcReactions) }
  package var retainersMax: Derived { derived(.retainersMax) }
  package var retainerLoyalty: Derived { derived(.retainerLoyalty) }

  private func chance(_ chance: Int) -> Derived {
    let everybody = 1
    return Derived(
      Derived.Part(.everybody, everybody),
      [Derived.Part(.classAbility(characterClass), chance - everybody)])
  }
}
