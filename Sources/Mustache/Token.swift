/// A piece of a template, in the order in which they stand in its text.
enum Token {
  /// Bytes shown as they are: at most one line with its end.
  case text(Range<Int>)
  /// A line begins here that is not taken up by a tag alone: where a partial's margin goes.
  case lineStart
  case variable(Tag, isEscaped: Bool)
  /// With an index of the template's sections.
  case section(Tag, Int)
  case inverted(Tag)
  /// The end of the latest open section.
  case close
  /// `margin` are the blanks before a partial that has its line to itself, else `nil`.
  case partial(Tag, margin: Range<Int>?)
  /// An index of the template's parents.
  case parent(Int)
  /// An index of the template's blocks.
  case block(Int)
}

/// What a tag names, and the place of its opening delimiter in the text.
struct Tag {
  let name: String
  let offset: Int
  /// Whether the name is that of a value which has the name: `{{>*name}}`.
  var isDynamic = false

  /// As it stands in a tag.
  var content: String { isDynamic ? "*\(name)" : name }
}

/// What a section has between its tags, for a lambda.
struct Section {
  var text: Range<Int>
  /// The delimiters in force where it begins.
  let delimiters: Delimiters
}

struct Delimiters {
  var open = Array("{{".utf8)
  var close = Array("}}".utf8)
}

/// `{{$name}}…{{/name}}`: a place that another template can fill, or what it is filled with.
struct Block {
  let tag: Tag
  var tokens: [Token] = []
  /// Whether its tags have their lines to themselves, so that what fills it is made of whole lines.
  var isStandalone = false
  /// Blanks before each of those lines, which its own text has already.
  var margin = 0..<0
  /// Whether its text begins with a whole line, behind the one of the opening tag.
  var beginsLine = false
  /// Whether its text ends with the end of a line, before the one of the closing tag.
  var endsLine = false
  /// The end of the closing tag's line where the tag takes it with it, for a filling that does not
  /// end one.
  var lineEnd: Range<Int>?
}

/// `{{<name}}…{{/name}}`: another template with some of its blocks filled.
struct Parent {
  let tag: Tag
  /// Blanks before it where it has its lines to itself, else `nil`.
  var margin: Range<Int>?
  /// Indices of the template's blocks by their names.
  var arguments: [String: Int] = [:]
}

/// A template cut into tokens; sections are closed in the order in which they were opened.
final class ParsedTemplate: Sendable {
  let name: String
  let text: [UInt8]
  let lines: Lines
  let tokens: [Token]
  let sections: [Section]
  let blocks: [Block]
  let parents: [Parent]

  init(
    name: String, text: [UInt8], lines: Lines, tokens: [Token], sections: [Section],
    blocks: [Block], parents: [Parent]
  ) {
    self.name = name
    self.text = text
    self.lines = lines
    self.tokens = tokens
    self.sections = sections
    self.blocks = blocks
    self.parents = parents
  }

  func place(of offset: Int) -> Place { Place(lines: lines, offset: offset) }
}
