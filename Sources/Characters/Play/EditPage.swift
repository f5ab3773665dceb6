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
      Alignment.allCases.map {
        ChoiceWord(value: $0.id, words: $0.name, isChosen: $0 == page.shown.alignment)
      }
    }
    field("alignmentWrong") { $0.layout.wrong("alignment") }
    field("known") { $0.known }
    field("allowance") { $0.character.scores.languageAllowance }
    field("mayChoose") { $0.character.scores.extraLanguages > 0 }
    field("languages") { page in
      page.character.languagesOffered.map {
        ChoiceWord(value: $0.id, words: $0.name, isChosen: page.shown.languages.contains($0))
      }
    }
    field("languagesWrong") { $0.layout.wrong("languages") }
  }

  /// Whether the character changed before the form was sent.
  private var isChangedElsewhere: Bool { layout.problem?.notice == OpenCharacter.changedElsewhere }

  /// The details in the form: those sent, or else those stored.
  private var shown: CharacterDetails {
    layout.problem?.form.map { CharacterDetails($0, of: character) } ?? character.details
  }

  /// The fields whose typed and stored values differ after another change of the character.
  private var differences: [(label: String, typed: String, kept: String)] {
    guard isChangedElsewhere else { return [] }
    let (typed, kept) = (shown, character.details)
    let names = { (languages: [Language]) in languages.map(\.name).joined(separator: ", ") }
    return [
      ("Name", typed.name, kept.name),
      ("Title", typed.title, kept.title),
      ("Alignment", typed.alignment.name, kept.alignment.name),
      ("Languages", names(typed.languages), names(kept.languages)),
      ("Biography", typed.biography.replacing("\r\n", with: "\n"), kept.biography),
    ].filter { $0.1 != $0.2 }
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
    let details = CharacterDetails(form, of: open.character)
    var mistakes =
      open.character.brokenRules(by: details).map(\.editMistake) + form.languageMistakes
    if let alignment = form["alignment"], Alignment(id: alignment) == nil {
      mistakes.append(.init(Alignment.unknown, field: "alignment"))
    }
    // The page focuses the first one, so they are in the page's order.
    mistakes = ["name", "title", "alignment", "languages", "biography"].flatMap { field in
      mistakes.filter { $0.field == field }
    }
    guard mistakes.isEmpty else { throw Problem(mistakes, form: form) }
    return try open.make(.told, in: &visit) { character, _ throws(RuleRefusal) in
      try character.changing(details)
    }
  }
}

extension CharacterDetails {
  /// Reads the details in a form; missing fields keep their values.
  fileprivate init(_ form: Form, of character: PlayerCharacter) {
    self.init(
      name: form["name"] ?? character.name, title: form["title"] ?? character.title,
      biography: form["biography"] ?? character.biography,
      alignment: form["alignment"].flatMap(Alignment.init(id:)) ?? character.alignment,
      languages: form.languages)
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
  /// The mistake at the field for a name, a title, languages or a biography.
  var editMistake: Problem.Mistake {
    let field =
      switch part {
      case .title: "title"
      case .biography: "biography"
      case .languages: "languages"
      default: "name"
      }
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
