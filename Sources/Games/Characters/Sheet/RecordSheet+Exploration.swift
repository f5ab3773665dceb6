extension RecordSheet {
  /// Chances in six.
  package var openDoors: Derived { Derived(part(of: .openDoors, source: "open doors")) }
  /// Chances in six, when searching.
  package var secretDoors: Derived { chance(talents.secretDoorsIn6) }
  /// Chances in six, when searching.
  package var roomTraps: Derived { chance(talents.roomTrapsIn6) }

  /// Chances in six, at a door; a thief's skill grows with the level.
  package var listen: Derived { chance(thiefSkills?[.hear] ?? talents.listenIn6) }

  /// Bonuses and chances of the class that no other has: construction, infravision and hiding.
  package var talents: Talents { characterClass.record.talents }

  package var npcReactions: Derived { Derived(part(of: .npcReactions, source: "reactions")) }
  package var retainersMax: Derived { Derived(part(of: .retainersMax, source: "retainers")) }
  package var retainerLoyalty: Derived { Derived(part(of: .retainerLoyalty, source: "loyalty")) }

  private func chance(_ chance: Int) -> Derived {
    let everybody = 1
    return Derived(
      Derived.Part("Everybody", everybody, "exploration"),
      [Derived.Part(characterClass.name, chance - everybody, "class ability")])
  }
}
