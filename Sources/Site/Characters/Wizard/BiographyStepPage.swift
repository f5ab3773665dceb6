import Games
import Mustache
import Web

/// The fifth step: name, title and languages.
struct BiographyStepPage: WizardPage {
  static let templates = ["characters/biography"]
  let wizard: WizardView
  private var draft: CharacterDraft { wizard.draft }

  static func declare(_ field: inout Fields<BiographyStepPage>) {
    field("wizard") { $0.wizard }
    field("name") { $0.text("name", $0.draft.name) }
    field("nameWrong") { $0.wrong("name") }
    field("titleText") { $0.text("title", $0.draft.title) }
    field("titleWrong") { $0.wrong("title") }
    field("known") { $0.known }
    field("literacy") { $0.literacy }
    field("allowance") { $0.allowance }
    field("mayChoose") { $0.draft.languagesAllowed > 0 }
    field("languages") { $0.choices }
    field("languagesWrong") { $0.wrong("languages") }
  }

  private var known: String {
    guard let characterClass = draft.characterClass else { return "" }
    return characterClass.knownLanguages
      .map { $0 == .alignment ? "\(draft.alignment.tongue) (of your alignment)" : $0.name }
      .joined(separator: ", ")
  }

  private var literacy: String {
    guard let scores = draft.scores else { return "" }
    let speech = scores.speaksBrokenly ? "Speaks haltingly. " : ""
    return "\(speech)\(scores.literacy.name): \(scores.literacy.summary)"
  }

  private var allowance: String {
    let intelligence = draft.scores?[.int] ?? 0
    return switch draft.languagesAllowed {
    case 0: "Intelligence \(intelligence) allows no additional language."
    case 1: "Intelligence \(intelligence) allows 1 additional language."
    case let count: "Intelligence \(intelligence) allows up to \(count) additional languages."
    }
  }

  private var choices: [LanguageChoice] {
    let sent = wizard.problem?.form.map { form in
      form.fields.filter { $0.name == "languages" }.compactMap { Language(id: $0.value) }
    }
    return draft.languagesOffered.map {
      LanguageChoice(language: $0, isChosen: (sent ?? draft.languages).contains($0))
    }
  }

  private func wrong(_ field: String) -> String? { wizard.problem?[field]?.sentence }

  /// What the form had in a field, as long as it is to be mended.
  private func text(_ field: String, _ value: String) -> String {
    wizard.problem?.form?[field]?.shownAgain ?? value
  }
}

/// A language that may be learnt.
private struct LanguageChoice: Fielded {
  let language: Language
  let isChosen: Bool

  static func declare(_ field: inout Fields<LanguageChoice>) {
    field("id") { $0.language.id }
    field("name") { $0.language.name }
    field("isChosen") { $0.isChosen }
  }
}
