import Games
import Web

let biographyRoutes: [Route] = [
  .post("/osr/new/biography/continue") { $0.goOn(from: .biography, taking: told) },
  .post("/osr/new/biography/back") { $0.goBack(from: .biography, taking: told) },
  .post("/osr/new/biography/surprise", surpriseBiography),
]

/// Finds name and languages by chance; a title that was typed is taken along.
private func surpriseBiography(_ visit: inout Visit) -> Answer {
  visit.draw(on: .biography) { draft, visit in
    let next = draft.surprising(.biography, using: &visit.random)
    let title = visit.form["title"] ?? draft.title
    return (try? next.telling(name: next.name, title: title, languages: next.languages)) ?? next
  } outcome: { _, after in
    "Named \(after.name)."
  }
}

/// The draft with what a form says of the person, all or nothing.
/// - Throws: `Problem` with every mistake, which keeps the form.
private func told(_ draft: CharacterDraft, _ form: Form) throws(Problem) -> CharacterDraft {
  let name = form["name"] ?? draft.name
  let title = form["title"] ?? draft.title
  let ids = form.fields.filter { $0.name == "languages" }.map(\.value)
  let languages = ids.compactMap(Language.init(id:))
  var mistakes = draft.biographyRefusals(name: name, title: title, languages: languages).map {
    Problem.Mistake($0.refusal.sentence, field: $0.field)
  }
  if languages.count < ids.count {
    mistakes.append(
      .init(RuleRefusal.languageUnknown.sentence, field: "languages"))
  }
  guard mistakes.isEmpty else { throw Problem(mistakes, form: form) }
  return try Problem.telling("name") { () throws(RuleRefusal) in
    try draft.telling(name: name, title: title, languages: languages)
  }
}
