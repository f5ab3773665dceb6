/// A piece of a template, in the order in which they stand in its text.
enum Token {
  /// Bytes shown as they are: at most one line with its end.
  case text(Range<Int>)
  /// A line begins here that is not taken up by a tag alone: where a partial's margin goes.
  case lineStart
  case variable(Tag, isEscaped: Bool)
  case section(Tag)
  case inverted(Tag)
  /// The end of the latest open section.
  case close
  /// `margin` are the blanks before a partial that has its line to itself, else `nil`.
  case partial(Tag, margin: Range<Int>?)
}

/// What a tag names, and the place of its opening delimiter in the text.
struct Tag {
  let name: String
  let offset: Int
}

/// A template cut into tokens; sections are closed in the order in which they were opened.
struct ParsedTemplate {
  let text: [UInt8]
  let lines: Lines
  let tokens: [Token]

  func place(of offset: Int) -> Place { Place(lines: lines, offset: offset) }
}
