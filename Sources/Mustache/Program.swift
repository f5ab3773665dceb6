/// One step of a program, with the text that comes before it: 24 bytes.
struct Instruction {
  enum Operation: UInt8 {
    /// Shows a value, escaped for HTML.
    case escaped
    /// Shows a value as it is.
    case raw
    /// The text before it is all.
    case text
    /// Opens the value as context, once or item by item, or jumps to `target`.
    case section
    /// Goes on inside when there is nothing to show, or jumps to `target`.
    case inverted
    /// The end of a section: takes the next item and jumps to `target`, or closes the context.
    case next
    /// Shows the margin of the partial that runs.
    case margin
    /// Runs the partial at `target`; `rest` is its margin.
    case call
    /// Runs the partial that a value names, by the table `target`; the `next` one, which only
    /// carries it, has the margin as its `rest`.
    case callNamed
    /// The end of a partial that was called, or of the template.
    case end

    var showsValue: Bool { rawValue <= Operation.raw.rawValue }
  }

  var operation: Operation
  /// First part of the name to look up: a column of the shapes, `itself` for the context, or below
  /// that one of `lateNames`.
  var name = Instruction.itself
  /// Bytes of the program's literals.
  var literalStart: UInt32 = 0
  var literalCount: UInt32 = 0
  /// Where a jump leads.
  var target: Int32 = 0
  /// Where in the program's paths further parts of a dotted name are: how many, then each; 0 for
  /// none.
  var rest: Int32 = 0

  static let itself: Int32 = -1

  /// The number in a program's late names that a name stands for, and back.
  static func late(_ number: Int32) -> Int32 { -2 - number }
}

/// Templates ready to run, one behind the other, with the partials they need inside.
final class Program: Sendable {
  /// What is put before each line of a partial that is called.
  struct Margin {
    /// Whether the margin of the caller stays before it.
    let isAdded: Bool
    let text: [UInt8]
  }

  /// A section's text, for lambdas.
  struct SectionText {
    let template: ParsedTemplate
    let section: Section
  }

  /// Each template's ends with `end`.
  let instructions: [Instruction]
  /// With a buffer's slack at the end, so that it can be copied in whole words.
  let literals: [UInt8]
  let paths: [Int32]
  let margins: [Margin]
  /// Where each instruction comes from.
  let places: [Place]
  /// The text of each section, by its instruction.
  let sectionTexts: [Int32: SectionText]
  /// The templates copied into each other down to each call, by its instruction.
  let callPaths: [Int32: [String]]
  /// Where each template begins.
  let entries: [String: Int32]
  /// For each way of calling templates by a value, where each begins.
  let tables: [[String: Int32]]
  /// Names that only this program asks for, in no table of shapes.
  let lateNames: [String]

  init(
    instructions: [Instruction], literals: [UInt8], paths: [Int32], margins: [Margin],
    places: [Place], sectionTexts: [Int32: SectionText],
    callPaths: [Int32: [String]], entries: [String: Int32],
    tables: [[String: Int32]], lateNames: [String]
  ) {
    self.instructions = instructions
    self.literals = literals + Array(repeating: 0, count: Buffer<UInt8>.slack)
    self.paths = paths
    self.margins = margins
    self.places = places
    self.sectionTexts = sectionTexts
    self.callPaths = callPaths
    self.entries = entries
    self.tables = tables
    self.lateNames = lateNames
  }
}
