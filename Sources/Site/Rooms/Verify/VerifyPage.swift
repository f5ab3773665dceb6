import Mustache
import Rooms
import Storage
import Web

/// Checks that a hidden roll is the one that was promised.
final class VerifyPage: Page {
  static let path = "\(roomPath)/verify"
  static let templates = ["rooms/verify"]
  let title: String
  let description = "Check that a hidden roll was not changed before it was revealed."
  let section: Section? = .game(RoomGame.self)
  var isPersonal: Bool { check != nil }
  let problem: Problem?
  private let check: HiddenRollCheck?
  private let result: Result?

  init(_ query: Form) {
    let check = HiddenRollCheck(query)
    self.check = check
    do throws(Problem) {
      result = try check.map { check throws(Problem) in
        let roll = try check.roll()
        return Result(roll: roll, isRight: check.matches(roll))
      }
      problem = nil
    } catch {
      result = nil
      problem = error
    }
    title = gameTitle("Check a hidden roll", outcome: result?.headline, problem: problem)
  }

  static func declare(_ field: inout Fields<VerifyPage>) {
    field("problem") { $0.problem }
    field("result") { $0.result }
    field("fields") { page in
      HiddenRollField.all.map { HiddenRollField($0, of: page.check, page.problem) }
    }
  }

  private struct Result: Fielded {
    let roll: HiddenRoll
    let isRight: Bool

    var headline: String {
      isRight ? "It’s the roll that was promised" : "This isn’t the roll that was promised"
    }

    static func declare(_ field: inout Fields<Result>) {
      field("headline") { $0.headline }
      field("isRight") { $0.isRight }
      field("text") { $0.roll.committedText }
      field("hash") { hex($0.roll.commitment) }
    }
  }
}

/// A field of the form.
private struct HiddenRollField: Fielded {
  let name, label, value: String
  let problem: String?

  static let all: [(String, String, @Sendable (HiddenRollCheck) -> String)] = [
    ("expression", "Expression", { $0.expression }), ("dice", "Dice", { $0.dice }),
    ("total", "Total", { $0.total }), ("secret", "Secret", { $0.secret }),
    ("hash", "SHA-256 shown before", { $0.hash }),
  ]

  init(
    _ field: (String, String, @Sendable (HiddenRollCheck) -> String), of check: HiddenRollCheck?,
    _ problem: Problem?
  ) {
    name = field.0
    label = field.1
    value = check.map { field.2($0).shownAgain } ?? ""
    self.problem = problem?[field.0]?.sentence
  }

  static func declare(_ field: inout Fields<HiddenRollField>) {
    field("name") { $0.name }
    field("label") { $0.label }
    field("value") { $0.value }
    field("problem") { $0.problem }
  }
}
