import Games
import Testing
import Visitors
import Web

@testable import Characters
@testable import Site

extension CharacterDraft {
  /// A draft with these scores in the order of rolling, and each step up to the given one done;
  /// casters have Sleep in the book.
  static func at(
    _ step: Step, as characterClass: CharacterClass = .fighter,
    scores: [Int] = [13, 13, 13, 13, 13, 13], gold: [Int] = [5, 5, 5], named name: String = "Nim"
  ) throws -> CharacterDraft {
    var faces = Fixed(faces: scores.flatMap(dice), sides: 6)
    var draft = CharacterDraft()
    if step == .abilities { return draft }
    draft = draft.rollingAbilities(using: &faces)
    for done in Step.allCases where done > .abilities && done < step && !draft.skips(done) {
      switch done {
      case .characterClass: draft = try draft.choosing(characterClass)
      case .details:
        var die = Fixed(
          faces: [min(5, characterClass.hitDie.sides)], sides: characterClass.hitDie.sides)
        var coins = Fixed(faces: gold, sides: 6)
        draft = try draft.rollingHitPoints(using: &die).rollingGold(using: &coins)
      case .biography: draft = try draft.describing(name: name, title: "", languages: [])
      case .spells: draft = try draft.choosing(.sleep)
      default: break
      }
      draft = try draft.continuing(past: done)
    }
    return draft
  }

  /// Three dice that make a score.
  private static func dice(_ score: Int) -> [Int] {
    let first = min(6, score - 2)
    let second = min(6, score - first - 1)
    return [first, second, score - first - second]
  }
}

extension DraftState {
  init(_ draft: CharacterDraft, revision: Int = 3) throws {
    self = try #require(
      DraftState(
        draft: draft, revision: revision, news: nil, tab: .armour,
        id: draft.firstOpenStep == .save
          ? CharacterID(text: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F") : nil,
        saved: Saved()))
  }
}

extension Visitor {
  /// A visitor who has reached that step.
  static func at(
    _ step: Step, as characterClass: CharacterClass = .fighter,
    scores: [Int] = [13, 13, 13, 13, 13, 13], gold: [Int] = [5, 5, 5], named name: String = "Nim",
    in hall: Site = site
  ) throws -> Visitor {
    var visitor = Visitor(hall: hall)
    visitor.session[DraftState.self] = try DraftState(
      .at(step, as: characterClass, scores: scores, gold: gold, named: name))
    return visitor
  }

  var draft: CharacterDraft { session[DraftState.self]?.draft ?? CharacterDraft() }

  /// Posts a move and follows to where it leads.
  mutating func make(_ move: String, _ form: String = "") throws -> Response {
    let answer = post("/osr/new/\(move)", form)
    try #require(answer.status == .seeOther, "\(move): \(answer.status)")
    return get(try #require(answer.location))
  }

  /// Whether a move changes nothing and is answered with 422 and the sentence.
  func isRefused(_ move: String, _ form: String = "", saying sentence: String) -> Bool {
    var visitor = self
    let answer = visitor.post("/osr/new/\(move)", form)
    return answer.status == .unprocessable && visitor.session == session
      && answer.text.contains(sentence.escaped)
      && answer.pageTitle?.hasPrefix("Error: ") == true
  }
}

extension Response {
  /// Has a button of that name, whatever part of it only a screen reader reads.
  func offers(_ button: String) -> Bool {
    text.matches(of: /<button([^>]*)>(.*?)<\/button>/).contains { match in
      !match.1.contains("disabled") && !match.1.contains("aria-hidden")
        && match.2.replacing(/<[^>]*>/, with: "") == button
    }
  }
}

extension String {
  /// As it appears in a page.
  var escaped: String {
    replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;").replacing("'", with: "&#39;")
  }
}
