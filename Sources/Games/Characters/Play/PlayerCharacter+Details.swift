extension PlayerCharacter {
  /// The languages to choose from: all but those of the class.
  package var languagesOffered: [Language] { characterClass.languagesOffered }

  /// Takes the texts, alignment and languages of an edited copy, all or none.
  ///
  /// These are what neither dice nor rules decide. Blanks around the texts are left out.
  /// - Throws: `RuleRefusal`, the first rule that is broken; `brokenDetails` has all.
  package func changing(_ edited: PlayerCharacter) throws(RuleRefusal) -> PlayerCharacter {
    if let broken = edited.brokenDetails.first { throw broken.refusal }
    var character = self
    for (text, part) in CharacterText.single {
      character[keyPath: part] = try text.checked(edited[keyPath: part])
    }
    character.alignment = edited.alignment
    character.additionalLanguages = edited.additionalLanguages
    return character
  }
}
