/// A piece of a template, in the order of its text.
enum Token {
  /// Literal text: at most one line including its end.
  case text(Range<Int>)
  /// The beginning of a line that doesn't consist of a tag alone: where a partial's margin goes.
  case lineStart
  case variable(Tag, isEscaped: Bool)
  /// A section, with its index in the template.
  case section(Tag, Int)
  case inverted(Tag)
  /// The end of the innermost open section.
  case close
  /// A partial; `margin` is its indentation if it has its line to itself, otherwise `nil`.
  case partial(Tag, margin: Range<Int>?)
  /// A parent, by its index in the template.
  case parent(Int)
  /// A block, by its index in the template.
  case block(Int)
}

/// The name in a tag, and the place of the tag's opening delimiter.
final class Tag: Sendable {
  let name: String
  let offset: Int
  /// Whether the name is looked up as a value that holds the actual name: `{{>*name}}`.
  let isDynamic: Bool
  /// The parts between the dots; none for `.`, the value itself.
  let path: [String]

  init(name: String, offset: Int, isDynamic: Bool = false) {
    self.name = name
    self.offset = offset
    self.isDynamic = isDynamic
    let dot = UInt8(ascii: ".")
    if name == "." {
      path = []
    } else if name.utf8.contains(dot) {
      path = name.utf8.split(separator: dot, omittingEmptySubsequences: false)
        .map { String(Substring($0)) }
    } else {
      path = [name]
    }
  }

  /// The name as written in the tag.
  var content: String { isDynamic ? "*\(name)" : name }
}

/// A section's source text between its tags, for lambdas.
struct Section {
  var text: Range<Int>
  /// The delimiters in force at its beginning.
  let delimiters: Delimiters
}

struct Delimiters {
  var open = Array("{{".utf8)
  var close = Array("}}".utf8)
}

/// `{{$name}}…{{/name}}`: a place that another template can fill, or the filling itself.
struct Block {
  let tag: Tag
  var tokens: [Token] = []
  /// Whether its tags stand alone, so that its filling consists of whole lines.
  var isStandalone = false
  /// The indentation of those lines, which its own content already has.
  var margin = 0..<0
  /// Whether its content begins with a whole line, after the line of the opening tag.
  var beginsLine = false
  /// Whether its content ends with a line end, before the line of the closing tag.
  var endsLine = false
  /// The end of the closing tag's line, if the tag takes it along; needed by fillings that don't
  /// end a line.
  var lineEnd: Range<Int>?
}

/// `{{<name}}…{{/name}}`: another template with some of its blocks filled.
struct Parent {
  let tag: Tag
  /// Its indentation if it has its lines to itself, otherwise `nil`.
  var margin: Range<Int>?
  /// The indices of the template's blocks by name.
  var arguments: [String: Int] = [:]
}

/// A template split into tokens; sections are closed in the order in which they were opened.
struct ParsedTemplate: Sendable {
  let name: String
  let text: [UInt8]
  let lines: Lines
  let tokens: [Token]
  let sections: [Section]
  let blocks: [Block]
  let parents: [Parent]

  func place(of offset: Int) -> Place { Place(lines: lines, offset: offset) }
}
