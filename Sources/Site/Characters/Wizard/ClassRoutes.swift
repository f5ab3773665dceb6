import Games
import Web

let classRoutes: [Route] =
  [
    .post("/osr/new/class/continue") { $0.goOn(from: .characterClass) },
    surpriseRoute(.characterClass) { $0.classSentence },
  ]
  + CharacterClass.allCases.map { wish in
    .post("/osr/new/class/choose/\(wish.slug)") { choose(wish, &$0) }
  }

private func choose(_ wish: CharacterClass, _ visit: inout Visit) -> Answer {
  visit.draw(on: .characterClass, field: wish.slug) { draft, _ throws(RuleRefusal) in
    try draft.choosing(wish)
  } outcome: { _, after in
    after.classSentence
  }
}

extension CharacterDraft {
  fileprivate var classSentence: String { "Your class: \(characterClass?.name ?? "none")." }
}
