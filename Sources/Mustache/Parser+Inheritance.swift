/// Blocks and parents: which lines they occupy, and how their content is indented.
///
/// A pair of tags with nothing before the first and nothing after the second stands alone, on one
/// line or several, and its lines disappear with it. A filling takes the indentation of the block
/// it fills: the indentation of the filling's first line is removed from all its lines, and the
/// indentation of the block's own first line is put there instead. The block's own content is not
/// changed.
extension Parser {
  /// Whether the next closing tag closes a block or a parent.
  var isInheritanceOpen: Bool {
    switch openElements.last?.kind {
    case .block, .parent: true
    case .section, .inverted, nil: false
    }
  }

  /// The parent directly around the current position.
  private var openParent: Int? {
    if case .parent(let index, _) = openElements.last?.kind { index } else { nil }
  }

  mutating func openBlock(_ raw: RawTag) throws(TemplateError) {
    let tag = Tag(name: try name(raw.content, of: raw), offset: raw.range.lowerBound)
    let opening = begin(raw)
    blocks.append(Block(tag: tag))
    if let end = lineEnd(after: raw.range.upperBound), openParent != nil || opening.isAlone {
      blocks[blocks.count - 1].beginsLine = true
      position = end.upperBound
      isAtLineStart = true
    }
    try open(.block(blocks.count - 1, opening), tag)
  }

  mutating func openParent(_ raw: RawTag) throws(TemplateError) {
    let tag = try templateTag(raw)
    let opening = begin(raw)
    parents.append(Parent(tag: tag))
    try open(.parent(parents.count - 1, opening), tag)
  }

  /// Puts the tokens so far aside to collect those of a block or parent.
  private mutating func begin(_ raw: RawTag) -> Opening {
    let blanks = blanks(before: raw.range.lowerBound)
    addText(upTo: blanks?.lowerBound ?? raw.range.lowerBound)
    outerTokens.append(tokens)
    tokens = []
    position = raw.range.upperBound
    isAtLineStart = false
    return Opening(
      blanks: blanks, isAlone: blanks != nil && lineEnd(after: raw.range.upperBound) != nil)
  }

  /// Closes the open block or parent.
  mutating func closeInheritance(_ raw: RawTag) throws(TemplateError) {
    switch try close(raw).kind {
    case .block(let index, let opening): try endBlock(index, opening, raw)
    case .parent(let index, let opening): endParent(index, opening, raw)
    case .section, .inverted: preconditionFailure("sections close elsewhere")
    }
  }

  private mutating func endBlock(
    _ index: Int, _ opening: Opening, _ raw: RawTag
  ) throws(TemplateError) {
    let lineEnd = lineEnd(after: raw.range.upperBound)
    let blanks = blanks(before: raw.range.lowerBound)
    let isArgument = openParent != nil
    let isStandalone = !isArgument && opening.blanks != nil && lineEnd != nil
    // A closing tag on a line of its own takes the line with it, including the blanks before it.
    let endsLine = blanks != nil && (isArgument || lineEnd != nil)
    addText(upTo: endsLine ? blanks?.lowerBound ?? position : raw.range.lowerBound)
    // What follows the tag is on a line that has not begun yet.
    if isAtLineStart, !isStandalone, !endsLine { tokens.append(.lineStart) }
    let indentation = blocks[index].beginsLine ? indentation(of: tokens) : nil
    blocks[index].tokens = tokens
    blocks[index].isStandalone = isStandalone
    blocks[index].endsLine = endsLine
    if isArgument {
      if let indentation { strip(indentation, fromBlock: index) }
    } else {
      blocks[index].margin = indentation ?? opening.blanks ?? 0..<0
      if isStandalone || endsLine { blocks[index].lineEnd = lineEnd }
    }
    resume(opening, keepsBlanks: !isStandalone && !opening.isAlone)
    goOn(after: raw, isStandalone || endsLine ? lineEnd : nil)
    try place(index)
  }

  /// Adds a block to the enclosing parent or to the text.
  private mutating func place(_ index: Int) throws(TemplateError) {
    guard let parent = openParent else { return tokens.append(.block(index)) }
    let tag = blocks[index].tag
    guard parents[parent].arguments.updateValue(index, forKey: tag.name) == nil else {
      throw error(
        at: tag.offset, found: "a second block \"\(tag.name)\"",
        expected: "only one block of each name in a parent")
    }
  }

  private mutating func endParent(_ index: Int, _ opening: Opening, _ raw: RawTag) {
    let lineEnd = opening.blanks == nil ? nil : lineEnd(after: raw.range.upperBound)
    if lineEnd != nil { parents[index].margin = opening.blanks }
    resume(opening, keepsBlanks: lineEnd == nil)
    goOn(after: raw, lineEnd)
    tokens.append(.parent(index))
  }

  /// Returns to the tokens before a block or parent, and to the blanks before its tag if they
  /// remain.
  private mutating func resume(_ opening: Opening, keepsBlanks: Bool) {
    tokens = outerTokens.removeLast()
    guard keepsBlanks, let blanks = opening.blanks else { return }
    tokens.append(.lineStart)
    if !blanks.isEmpty { tokens.append(.text(blanks)) }
  }

  /// Continues after a closing tag, or after its line if the tag takes that with it.
  private mutating func goOn(after raw: RawTag, _ lineEnd: Range<Int>?) {
    position = (lineEnd ?? raw.range).upperBound
    isAtLineStart = lineEnd != nil
  }

  // MARK: Indentation

  /// Returns the indentation of the first line that isn't empty; `nil` if there is none.
  private func indentation(of tokens: [Token]) -> Range<Int>? {
    var isLineStart = false
    for token in tokens {
      switch token {
      case .lineStart:
        isLineStart = true
        continue
      case .text(let line):
        let rest = text[line].drop(while: isBlank)
        // Only blanks: a tag comes next on this line.
        if rest.isEmpty { return line }
        if let first = rest.first, !isLineBreak(first) { return line.lowerBound..<rest.startIndex }
      case .partial(_, let margin?): return margin
      case .parent(let index): return parents[index].margin ?? 0..<0
      case .block(let index) where blocks[index].isStandalone: return blocks[index].margin
      case .section, .inverted, .close:
        // Standalone tags leave the decision to the next line.
        if isLineStart { return 0..<0 }
      case .variable, .partial, .block: return 0..<0
      }
      isLineStart = false
    }
    return nil
  }

  private func isLineBreak(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }

  /// Removes the indentation, as far as present, from each line of a block.
  private mutating func strip(_ indentation: Range<Int>, fromBlock index: Int) {
    guard !indentation.isEmpty else { return }
    var tokens: [Token] = []
    swap(&tokens, &blocks[index].tokens)
    defer { swap(&tokens, &blocks[index].tokens) }
    var isLineStart = false
    for index in tokens.indices {
      switch tokens[index] {
      case .lineStart:
        isLineStart = true
        continue
      case .text(let line) where isLineStart:
        tokens[index] = .text(rest(of: line, without: indentation))
      case .partial(let tag, let margin?):
        tokens[index] = .partial(tag, margin: rest(of: margin, without: indentation))
      case .parent(let parent): strip(indentation, fromParent: parent)
      case .block(let block):
        blocks[block].margin = rest(of: blocks[block].margin, without: indentation)
        strip(indentation, fromBlock: block)
      case .text, .partial, .variable, .section, .inverted, .close: break
      }
      isLineStart = false
    }
  }

  /// The same for a parent; a standalone filling of another block has no indentation left.
  private mutating func strip(_ indentation: Range<Int>, fromParent index: Int) {
    parents[index].margin = parents[index].margin.map { rest(of: $0, without: indentation) }
    for block in parents[index].arguments.values where !blocks[block].beginsLine {
      strip(indentation, fromBlock: block)
    }
  }

  private func rest(of line: Range<Int>, without indentation: Range<Int>) -> Range<Int> {
    let shared = zip(text[line], text[indentation]).prefix { $0 == $1 }.count
    return (line.lowerBound + shared)..<line.upperBound
  }
}
