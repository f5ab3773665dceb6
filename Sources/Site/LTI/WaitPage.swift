import Mustache
import Web

/// What a pupil sees who comes before the teacher, or whose browser can't show that it began the launch.
struct WaitPage: Page {
  static let templates = ["lti/wait"]
  var title: String { isOpen ? "Your class – Dicehall" : "Not open yet – Dicehall" }
  let description = "A room of your course."
  let section: Section? = nil
  let isSecret = true
  let key: String
  let isOpen: Bool

  static func declare(_ field: inout Fields<WaitPage>) {
    field("path") { "\(waitPath)/\($0.key)?look=again" }
    field("isOpen") { $0.isOpen }
  }
}
