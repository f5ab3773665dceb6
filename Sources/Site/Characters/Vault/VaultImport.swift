import Games
import Web

/// Takes a character's file back in; a character that is here already gets a new id, so neither is
/// lost.
func importCharacter(_ visit: inout Visit) throws -> Answer {
  try visit.arrange { state, visit in
    let upload = try Multipart(visit.request.body, contentType: visit.request.contentType)
    let contents = try visit.freshContents(upload["revision"]?.text ?? "0")
    var character = try readCharacter(upload["file"]?.content ?? [])
    let isHere = contents.holds(character.id)
    if isHere { character.id = CharacterID(using: &visit.random) }
    try visit.keep(character, to: contents)
    let name = character.name.isolated
    state.news = visit.note(
      isHere ? "\(name) was here already; this is another copy." : "\(name) is in your vault.")
    return "/osr/vault"
  }
}

/// - Throws: `Problem` at the field, with everything that is wrong with the file.
private func readCharacter(_ content: ArraySlice<UInt8>) throws(Problem) -> PlayerCharacter {
  guard !content.isEmpty else { throw Problem("Choose a file first.", field: "file") }
  // Some editors put a byte order mark in front of the text.
  let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
  let text = content.starts(with: mark) ? content.dropFirst(mark.count) : content
  do throws(CharacterJSON.Refusal) {
    return try CharacterJSON.decode(Array(text), isGenerous: true, withOrigin: true)
  } catch {
    switch error {
    case .syntax(let error):
      throw Problem("This file holds no JSON: \(error).", field: "file")
    case .violations(let violations): throw Problem(violations)
    }
  }
}

extension Problem {
  /// The first few of them.
  fileprivate init(_ violations: [Violation]) {
    let most = 10
    var mistakes = [
      Mistake("This file holds no character that the rules allow:", field: "file")
    ]
    mistakes += violations.prefix(most).map {
      let field = $0.field.isEmpty ? "" : "\($0.field): "
      return Mistake(field + $0.message)
    }
    if violations.count > most {
      mistakes.append(
        Mistake("And there is more after that."))
    }
    self.init(mistakes)
  }
}
