import Games
import Mustache
import Site
import Web

/// The page to edit a character's name, title, alignment, biography and languages.
struct EditPage: EntryPage {
  static let templates = ["characters/edit"]
  static let tab = OpenCharacter.Tab.edit
  let layout: EntryLayout<OpenCharacter>

  init(_ layout: EntryLayout<OpenCharacter>, in _: Visit) { self.layout = layout }

  static func declare(_ field: inout Fields<EditPage>) {
    field("layout") { $0.layout }
    field.rows("differences", \.differences) { row in
      row("label") { $0.label }
      row("typed") { $0.typed.isEmpty ? "nothing" : $0.typed }
      row("kept") { $0.kept.isEmpty ? "nothing" : $0.kept }
    }
    field("isChangedElsewhere") { $0.isChangedElsewhere }
    field.input(
      "name", value: { $0.character.name }, in: { $0.layout.problem },
      longest: 2 * CharacterText.longest)
    field.input(
      "titleInput", named: "title", value: { $0.character.title }, in: { $0.layout.problem },
      longest: 2 * CharacterText.longest)
    field("biography") { page in
      page.layout.problem?.form?["biography"]?.withoutControls ?? page.character.biography
    }
    field("biographyWrong") { $0.layout.wrong("biography") }
    field("longest") { _ in CharacterText.longest }
    field("longestBiography") { _ in CharacterText.biography.longest.groupedText }
    field("alignments") { page in
      let shown = page.shown
      return Alignment.allCases.map {
        ChoiceWord(value: $0.id, words: $0.name, isChosen: $0 == shown.alignment)
      }
    }
    field("alignmentWrong") { $0.layout.wrong("alignment") }
    field("known") { $0.known }
    field("allowance") { $0.character.scores.languageAllowance }
    field("mayChoose") { $0.character.scores.extraLanguages > 0 }
    field("languages") { page in
      let chosen = page.shown.additionalLanguages
      return page.character.languagesOffered.map {
        ChoiceWord(value: $0.id, words: $0.name, isChosen: chosen.contains($0))
      }
    }
    field("languagesWrong") { $0.layout.wrong("languages") }
  }

  /// Whether the character changed before the form was sent.
  private var isChangedElsewhere: Bool { layout.problem?.notice == OpenCharacter.changedElsewhere }

  /// The character with the details that were sent, or else as it is.
  private var shown: PlayerCharacter { layout.problem?.form.map(character.edited) ?? character }

  /// The fields whose typed and stored values differ after another change of the character.
  private var differences: [(label: String, typed: String, kept: String)] {
    guard isChangedElsewhere else { return [] }
    let (typed, kept) = (shown, character)
    let names = { (character: PlayerCharacter) in
      character.additionalLanguages.map(\.name).joined(separator: ", ")
    }
    let texts = CharacterText.single.map { text, part in
      (
        text.rawValue.asSentence, typed[keyPath: part].replacing("\r\n", with: "\n"),
        kept[keyPath: part]
      )
    }
    let choices = [
      ("Alignment", typed.alignment.name, kept.alignment.name),
      ("Languages", names(typed), names(kept)),
    ]
    // In the order of the form, which ends with the biography.
    return (texts.dropLast() + choices + texts.suffix(1)).filter { $0.1 != $0.2 }
  }

  private var known: String {
    character.characterClass.knownLanguages
      .map { $0 == .alignment ? "the language of the alignment" : $0.name }
      .listed()
  }

  static let routes: [Route] = [show, undo, move(nil, save)]

  @Sendable private static func save(_ open: inout OpenCharacter, _ visit: inout Visit) throws
    -> String
  {
    let form = visit.form
    let edited = open.character.edited(by: form)
    var mistakes = edited.brokenDetails.map(\.editMistake) + form.languageMistakes
    if let alignment = form["alignment"], Alignment(id: alignment) == nil {
      mistakes.append(.init(Alignment.unknown, field: "alignment"))
    }
    // The page focuses the first one, so they are in the page's order.
    mistakes = ["name", "title", "alignment", "languages", "biography"].flatMap { field in
      mistakes.filter { $0.field == field }
    }
    guard mistakes.isEmpty else { throw Problem(mistakes, form: form) }
    return try open.make(.told, in: &visit) { character, _ throws(RuleRefusal) in
      try character.changing(edited)
    }
  }
}

extension PlayerCharacter {
  /// Returns a copy with the details in a form; missing fields keep their values.
  fileprivate func edited(by form: Form) -> PlayerCharacter {
    var character = self
    for (text, part) in CharacterText.single {
      character[keyPath: part] = form[text.rawValue] ?? self[keyPath: part]
    }
    character.alignment = form["alignment"].flatMap(Alignment.init(id:)) ?? alignment
    character.additionalLanguages = form.languages
    return character
  }
}

extension String {
  /// The typed lines without control characters.
  fileprivate var withoutControls: String {
    String(unicodeScalars.filter { $0 == "\n" || $0.properties.generalCategory != .control })
  }
}

extension Form {
  var languages: [Language] { languageIDs.compactMap(Language.init(id:)) }

  /// The mistake if it ticks a language that doesn't exist.
  var languageMistakes: [Problem.Mistake] {
    languages.count == languageIDs.count
      ? [] : [.init(RuleRefusal.languageUnknown.sentence, field: "languages")]
  }

  private var languageIDs: [String] { fields.filter { $0.name == "languages" }.map(\.value) }
}

extension BrokenRule {
  /// The mistake at the field for a text or languages.
  var editMistake: Problem.Mistake {
    let field = if case .text(let text) = part { text.rawValue } else { "languages" }
    return .init(refusal.sentence, field: field)
  }
}

extension AbilityScores {
  /// A sentence on how many languages can be chosen.
  var languageAllowance: String {
    switch extraLanguages {
    case 0: "Intelligence \(self[.int]) allows no additional languages."
    case 1: "Intelligence \(self[.int]) allows 1 additional language."
    case let count: "Intelligence \(self[.int]) allows up to \(count) additional languages."
    }
  }
}
