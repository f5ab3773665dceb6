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
  /// The text of a section, for lambdas.
  struct SectionText {
    let lines: Lines
    let section: Section
  }

  /// The instructions; each template's end with `end`.
  let instructions: [Instruction]
  /// The literal text, with a buffer's slack at the end, so that it can be copied in whole words.
  let literals: [UInt8]
  let paths: [Int32]
  /// The indentation of each line of a called partial.
  let margins: [Compiler.Margin]
  /// The place in the templates that each instruction comes from.
  let places: [Place]
  /// The text of each section, by instruction.
  let sectionTexts: [Int: SectionText]
  /// The templates copied into each other on the way to each call, by instruction.
  let callPaths: [Int32: [String]]
  /// The beginning of each template.
  let entries: [String: Int32]
  /// The beginning of each template, for each kind of call by a value.
  let tables: [[String: Int32]]
  /// Names that only this program asks for; no table of shapes has them.
  let lateNames: [String]

  /// Takes what a compiler has made.
  init(_ compiler: Compiler, entries: [String: Int32], tables: [[String: Int32]]) {
    instructions = compiler.instructions
    literals = compiler.literals
    paths = compiler.paths
    margins = compiler.margins
    places = compiler.places
    sectionTexts = compiler.sectionTexts
    callPaths = compiler.callPaths
    self.entries = entries
    self.tables = tables
    lateNames = (compiler.lateNames ?? [:]).sorted { $0.value < $1.value }.map(\.key)
  }
}
