/// The details of a character that may be changed, not being decided by dice or rules.
package struct CharacterDetails: Hashable, Sendable {
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
  package var details: CharacterDetails {
    CharacterDetails(
      name: name, title: title, biography: biography, alignment: alignment,
      languages: additionalLanguages)
  }

  /// The languages to choose from: all but those of the class.
  package var languagesOffered: [Language] { characterClass.languagesOffered }

  /// Returns every rule that these details would break.
  package func brokenRules(by details: CharacterDetails) -> [BrokenRule] {
    CharacterText.brokenRules(
      name: details.name, title: details.title, biography: details.biography)
      + characterClass.refusals(of: details.languages, allowed: scores.extraLanguages).map {
        BrokenRule($0, .languages)
      }
  }

  /// Changes all details or none, without blanks around the texts.
  /// - Throws: `RuleRefusal`, the first rule that is broken; `brokenRules(by:)` has all.
  package func changing(_ details: CharacterDetails) throws(RuleRefusal) -> PlayerCharacter {
    if let broken = brokenRules(by: details).first { throw broken.refusal }
    var character = self
    character.name = try CharacterText.name.checked(details.name)
    character.title = try CharacterText.title.checked(details.title)
    character.biography = try CharacterText.biography.checked(details.biography)
    character.alignment = details.alignment
    character.additionalLanguages = details.languages
    return character
  }
}
