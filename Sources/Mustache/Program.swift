/// One step of a program, with the text before it: 24 bytes.
struct Instruction {
  enum Operation: UInt8 {
    /// Shows a value, escaped for HTML.
    case escaped
    /// Shows a value as it is.
    case raw
    /// Does nothing beyond its text.
    case text
    /// Opens the value as a context, once or for each item, or jumps to `target`.
    case section
    /// Continues if there is nothing to show, or jumps to `target`.
    case inverted
    /// Ends a section: moves to the next item and jumps to `target`, or closes the context.
    case next
    /// Shows the margin of the running partial.
    case margin
    /// Runs the partial at `target`; `rest` is its margin.
    case call
    /// Runs the partial that a value names, using table `target`; the `next` instruction exists
    /// only to carry the margin in its `rest`.
    case callNamed
    /// Ends a called partial or the template.
    case end

    var showsValue: Bool { rawValue <= Operation.raw.rawValue }
  }

  var operation: Operation
  /// The first part of the name to look up: a column of the shapes, `itself` for the context, or,
  /// below that, one of `lateNames`.
  var name = Instruction.itself
  /// The text's place in the program's literals.
  var literalStart: UInt32 = 0
  var literalCount: UInt32 = 0
  /// The target of a jump.
  var target: Int32 = 0
  /// The place in the program's paths that lists the further parts of a dotted name: their count,
  /// then each part; 0 for none.
  var rest: Int32 = 0

  static let itself: Int32 = -1

  /// Converts between a late name and its number; the function is its own inverse.
  static func late(_ number: Int32) -> Int32 { -2 - number }
}

/// Compiled templates, one after another, including the partials they need.
final class Program: Sendable {
  /// The indentation of each line of a called partial.
  struct Margin {
    /// Whether the caller's margin precedes it.
    let isAdded: Bool
    let text: [UInt8]
  }

  /// The text of a section, for lambdas.
  struct SectionText {
    let instruction: Int
    let lines: Lines
    let section: Section
  }

  /// The instructions; each template's end with `end`.
  let instructions: [Instruction]
  /// The literal text, with a buffer's slack at the end, so that it can be copied in whole words.
  let literals: [UInt8]
  let paths: [Int32]
  let margins: [Margin]
  /// The place in the templates that each instruction comes from.
  let places: [Place]
  /// The text of each section, in the order of the instructions.
  private let sectionTexts: [SectionText]
  /// The templates copied into each other on the way to each call, by instruction.
  let callPaths: [Int32: [String]]
  /// The beginning of each template.
  let entries: [String: Int32]
  /// The beginning of each template, for each kind of call by a value.
  let tables: [[String: Int32]]
  /// Names that only this program asks for; no table of shapes has them.
  let lateNames: [String]

  init(
    instructions: [Instruction], literals: [UInt8], paths: [Int32], margins: [Margin],
    places: [Place], sectionTexts: [SectionText],
    callPaths: [Int32: [String]], entries: [String: Int32],
    tables: [[String: Int32]], lateNames: [String]
  ) {
    self.instructions = instructions
    self.literals = literals
    self.paths = paths
    self.margins = margins
    self.places = places
    self.sectionTexts = sectionTexts
    self.callPaths = callPaths
    self.entries = entries
    self.tables = tables
    self.lateNames = lateNames
  }

  /// Returns the text of the section at an instruction.
  func sectionText(at instruction: Int) -> SectionText? {
    var low = 0
    var high = sectionTexts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if sectionTexts[middle].instruction <= instruction { low = middle } else { high = middle }
    }
    return low < high && sectionTexts[low].instruction == instruction ? sectionTexts[low] : nil
  }
}
