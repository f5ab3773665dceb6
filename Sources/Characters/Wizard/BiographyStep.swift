import Games
import Mustache
import Site
import Web

/// The page of the fifth step: name, title and languages.
struct BiographyStepPage: WizardPage {
  static let templates = ["characters/biography"]
  let wizard: WizardLayout
  private var draft: CharacterDraft { wizard.draft }

  static func declare(_ field: inout Fields<BiographyStepPage>) {
    field("wizard") { $0.wizard }
    field.input(
      "name", value: { $0.draft.name }, in: { $0.wizard.problem },
      longest: 2 * CharacterText.longest)
    field("longest") { _ in CharacterText.longest }
    field.input(
      "titleInput", named: "title", value: { $0.draft.title }, in: { $0.wizard.problem },
      longest: 2 * CharacterText.longest)
    field("known") { $0.known }
    field("literacy") { $0.literacy }
    field("allowance") { $0.allowance }
    field("mayChoose") { $0.draft.languagesAllowed > 0 }
    field("languages") { $0.choices }
    field("languagesWrong") { $0.wizard.problem?["languages"] }
  }

  private var known: String {
    guard let characterClass = draft.characterClass else { return "" }
    return characterClass.knownLanguages
      .map { $0 == .alignment ? "\(draft.alignment.language) (of your alignment)" : $0.name }
      .joined(separator: ", ")
  }

  private var literacy: String {
    guard let scores = draft.scores else { return "" }
    let speech = scores.speaksBrokenly ? "Broken speech. " : ""
    return speech + scores.literacy.summary
  }

  private var allowance: String {
    let intelligence = draft.scores?[.int] ?? 0
    return switch draft.languagesAllowed {
    case 0: "Intelligence \(intelligence) allows no additional languages."
    case 1: "Intelligence \(intelligence) allows 1 additional language."
    case let count: "Intelligence \(intelligence) allows up to \(count) additional languages."
    }
  }

  private var choices: [ChoiceWord] {
    let sent = wizard.problem?.form.map { form in
      form.fields.filter { $0.name == "languages" }.compactMap { Language(id: $0.value) }
    }
    return draft.languagesOffered.map {
      ChoiceWord(
        value: $0.id, words: $0.name, isChosen: (sent ?? draft.languages).contains($0))
    }
  }
}

let biographyRoutes: [Route] = [
  .goOn(from: .biography, taking: told),
  .goBack(from: .biography, taking: told),
  // Chooses random name and languages; a typed title stays.
  .change("/osr/new/biography/surprise", on: .biography) { draft, visit in
    let next = draft.surprising(.biography, using: &visit.random)
    let title = visit.form["title"] ?? draft.title
    draft =
      (try? next.describing(name: next.name, title: title, languages: next.languages)) ?? next
    return "Named \(draft.name)."
  },
]

/// Returns the draft with all of a form's name, title and languages, or none.
/// - Throws: `Problem` with every mistake; it keeps the form.
private func told(_ draft: CharacterDraft, _ form: Form) throws(Problem) -> CharacterDraft {
  let name = form["name"] ?? draft.name
  let title = form["title"] ?? draft.title
  let ids = form.fields.filter { $0.name == "languages" }.map(\.value)
  let languages = ids.compactMap(Language.init(id:))
  var mistakes = draft.brokenRules(name: name, title: title, languages: languages).map {
    let field =
      switch $0.part {
      case .title: "title"
      case .languages: "languages"
      default: "name"
      }
    return Problem.Mistake($0.refusal.sentence, field: field)
  }
  if languages.count < ids.count {
    mistakes.append(
      .init(RuleRefusal.languageUnknown.sentence, field: "languages"))
  }
  guard mistakes.isEmpty else { throw Problem(mistakes, form: form) }
  return try Problem.telling(
    draft.describing(name: name, title: title, languages: languages), at: "name")
}
