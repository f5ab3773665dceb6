/// What may be said anew of a character: all but what dice and rules have settled.
package struct Telling: Hashable, Sendable {
  package var name: String
  package var title: String
  package var biography: String
  package var alignment: Alignment
  package var languages: [Language]

  package init(
    name: String, title: String, biography: String, alignment: Alignment, languages: [Language]
  ) {
    self.name = name
    self.title = title
    self.biography = biography
    self.alignment = alignment
    self.languages = languages
  }
}

extension PlayerCharacter {
  package var telling: Telling {
    Telling(
      name: name, title: title, biography: biography, alignment: alignment,
      languages: additionalLanguages)
  }

  /// Languages to choose from: all but those of the class.
  package var languagesOffered: [Language] {
    let known = characterClass.knownLanguages
    return Language.choosable.filter { !known.contains($0) }
  }

  /// Every rule that telling it so would break.
  package func brokenRules(by telling: Telling) -> [BrokenRule] {
    CharacterText.brokenRules(
      name: telling.name, title: telling.title, biography: telling.biography)
      + characterClass.refusals(of: telling.languages, allowed: scores.extraLanguages).map {
        BrokenRule($0, .languages)
      }
  }

  /// Changes all of it or nothing, without blanks around the texts.
  /// - Throws: `RuleRefusal`, the first rule that is broken; `brokenRules(by:)` has all.
  package func told(_ telling: Telling) throws(RuleRefusal) -> PlayerCharacter {
    if let broken = brokenRules(by: telling).first { throw broken.refusal }
    var character = self
    character.name = try CharacterText.name(telling.name)
    character.title = try CharacterText.title(telling.title)
    character.biography = try CharacterText.biography(telling.biography)
    character.alignment = telling.alignment
    character.additionalLanguages = telling.languages
    return character
  }
}
