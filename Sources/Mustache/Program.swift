/// One step of a program, with the text that comes before it.
struct Instruction {
  enum Operation: UInt8 {
    /// The text before it is all.
    case text
    /// Shows a value, escaped for HTML.
    case escaped
    /// Shows a value as it is.
    case raw
    /// Opens the value as context, once or item by item, or jumps to `target`.
    case section
    /// Goes on inside when there is nothing to show, or jumps to `target`.
    case inverted
    /// The end of a section: takes the next item and jumps to `target`, or closes the context.
    case next
    /// Shows the margin of the partial that runs.
    case margin
    /// Runs the partial at `target`; `name` is its margin.
    case call
    /// The end of a partial that was called, or of the template.
    case end
  }

  var operation: Operation
  /// First part of the name to look up; `itself` for the context.
  var name = Instruction.itself
  /// Further parts of a dotted name: so many, in `Program.paths` from `restStart`.
  var restCount: Int32 = 0
  var restStart = 0
  /// Bytes of `Program.literals`.
  var literalStart = 0
  var literalCount = 0
  /// Where a jump leads.
  var target = 0

  var rest: Range<Int> { restStart..<restStart + Int(restCount) }

  static let itself: Int32 = -1
}

/// A template ready to run, with the partials it needs inside.
final class Program: Sendable {
  /// What is put before each line of a partial that is called.
  struct Margin {
    /// Whether the margin of the caller stays before it.
    let isAdded: Bool
    let text: [UInt8]
  }

  /// Ends with `end`.
  let instructions: [Instruction]
  /// With a buffer's slack at the end, so that it can be copied in whole words.
  let literals: [UInt8]
  let paths: [Int32]
  let margins: [Margin]
  /// Where each instruction comes from.
  let places: [Place]

  init(
    instructions: [Instruction], literals: [UInt8], paths: [Int32], margins: [Margin],
    places: [Place]
  ) {
    self.instructions = instructions
    self.literals = literals + Array(repeating: 0, count: Buffer<UInt8>.slack)
    self.paths = paths
    self.margins = margins
    self.places = places
  }
}
