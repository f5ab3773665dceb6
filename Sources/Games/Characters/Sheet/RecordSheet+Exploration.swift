extension RecordSheet {
  /// The chance in six of forcing a door.
  package var openDoors: Derived { derived(.openDoors) }
  /// The chance in six of finding a secret door when searching.
  package var secretDoors: Derived { chance(talents.secretDoorsIn6) }
  /// The chance in six of finding a trap when searching.
  package var roomTraps: Derived { chance(talents.roomTrapsIn6) }

  /// The chance in six of hearing at a door; a thief's grows with the level.
  package var listen: Derived { chance(thiefSkills?[.hear] ?? talents.listenIn6) }

  /// The talents of the class: infravision, hiding, a sense for stonework.
  package var talents: Talents { characterClass.record.talents }

  /// Returns a chance that only some classes have.
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
