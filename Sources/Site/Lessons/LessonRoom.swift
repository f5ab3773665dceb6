import Mustache
import Web

/// A room that a lesson opens: the settings that its link makes on the page for opening one.
struct LessonRoom: Fielded {
  /// A setting: the name of its field, its label, and a choice.
  struct Setting: Sendable {
    let name, label, value: String
    /// The choice in words, if the value is not what people read.
    var words: String?
  }

  /// What the link says.
  let name: String
  let settings: [Setting]

  static func declare(_ field: inout Fields<LessonRoom>) {
    field("name") { $0.name }
    field("path") { $0.path }
    field("settings") { $0.words }
  }

  /// Below the mount, with all settings.
  private var path: String {
    let fields = [("kind", "experiment")] + settings.map { ($0.name, $0.value) }
    return "/room?\(PercentCoding.encode(fields))"
  }

  /// `Experiment 2d6, Rolls at a press 10`, so that a printed sheet can be followed too.
  private var words: String {
    settings.map { "\($0.label) \($0.words ?? $0.value)" }.joined(separator: ", ")
  }
}

/// The settings by their names on the page for opening a room, each written only here.
extension LessonRoom.Setting {
  /// What is rolled: an expression.
  static func experiment(_ expression: String) -> Self {
    Self(name: "experiment", label: "Experiment", value: expression)
  }

  /// What is rolled is named in words, such as games of Craps.
  static func experiment(_ value: String, called words: String) -> Self {
    Self(name: "experiment", label: "Experiment", value: value, words: words)
  }

  /// The highest number on the pupils’ own dice.
  static func faces(_ count: Int) -> Self {
    Self(name: "faces", label: "Faces", value: "\(count)")
  }

  /// The turn total to hold at in Pig.
  static func holdAt(_ total: Int) -> Self {
    Self(name: "holdAt", label: "Hold at", value: "\(total)")
  }

  /// 1, 5, 10 or 50.
  static func rollsAtAPress(_ count: Int) -> Self {
    Self(name: "rollsAtAPress", label: "Rolls at a press", value: "\(count)")
  }

  /// The most that one pupil may roll, 1 to 1,000.
  static func rollsASeat(_ count: Int) -> Self {
    Self(name: "rollsASeat", label: "Rolls a seat", value: "\(count)")
  }

  /// Everyone types what they expect before the first roll.
  static let guess = Self(name: "guess", label: "Guess", value: "yes", words: "on")

  /// The chart keeps the exact chances to itself until the host shows them.
  static let hiddenExpectation = Self(
    name: "showExpectation", label: "Show expectation", value: "no", words: "off")
}
