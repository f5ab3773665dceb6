import Games
import Mustache
import Site
import Web

/// The page of the fifth step: name, title and languages.
struct BiographyStepPage: WizardPage {
  static let templates = ["characters/biography"]
  let wizard: WizardLayout

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
    field("allowance") { $0.draft.scores?.languageAllowance ?? "" }
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

  private var choices: [ChoiceWord] {
    let chosen = wizard.problem?.form?.languages ?? draft.languages
    return draft.languagesOffered.map {
      ChoiceWord(value: $0.id, words: $0.name, isChosen: chosen.contains($0))
    }
  }
}

let biographyRoutes: [Route] = [
  .goOn(from: .biography, taking: told),
  .goBack(from: .biography, taking: told),
  // Chooses random name and languages; a typed title stays.
  .change("surprise", on: .biography) { draft, visit in
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
  let languages = form.languages
  let mistakes =
    draft.brokenRules(name: name, title: title, languages: languages).map(\.editMistake)
    + form.languageMistakes
  guard mistakes.isEmpty else { throw Problem(mistakes, form: form) }
  return try Problem.telling(
    draft.describing(name: name, title: title, languages: languages), at: "name")
}
