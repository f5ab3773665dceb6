/// Partials, parents and blocks: either copied in or called.
extension Compiler {
  /// Copies a partial in or calls it; `blanks` precede one that has its line to itself.
  mutating func emitPartial(
    _ tag: Tag, _ kind: Outline.Use.Kind, blanks: ArraySlice<UInt8>?, of template: ParsedTemplate,
    margin outer: Margin, scope: Int
  ) throws(TemplateError) {
    let place = template.place(of: tag.offset)
    try checkSize(at: place)
    // In the middle of a line there is no margin: only whole lines are indented.
    var margin = Margin()
    if let blanks {
      margin = outer
      margin.text += blanks
    }
    if tag.isDynamic {
      return try emitNamedCall(tag, kind, of: template, margin: margin, scope: scope)
    }
    guard let partial = templates[tag.name] else {
      guard missingPartials == .areEmpty else {
        throw TemplateError(
          location: place.location, found: "the partial \"\(tag.name)\"",
          expected: "the name of an existing template")
      }
      return
    }
    called.insert(tag.name)
    let isSame = margin.isEmpty && scope == Scopes.empty
    let isLarge = isSame && partial.tokens.count > Compiler.maximumCopiedTokens
    if isSmall, !isLarge, !active.contains(tag.name) {
      copies += 1
      return try emitCopy(of: partial, margin: margin, scope: scope)
    }
    let routine = Routine(name: tag.name, hasMargin: !margin.isEmpty, scope: scope)
    let call = append(.call, at: place)
    instructions[call].target = Int32(number(of: routine))
    instructions[call].rest = add(margin)
    callPaths[Int32(call)] = active
    outlines[current].calls.append(
      Outline.Call(
        routine: number(of: routine), place: place, section: sectionUses.last,
        isCertain: openSections == 0, path: active))
    try checkSize(at: place)
  }

  /// Calls the partial that a value names, which may be any template.
  mutating func emitNamedCall(
    _ tag: Tag, _ kind: Outline.Use.Kind, of template: ParsedTemplate, margin: Margin, scope: Int
  ) throws(TemplateError) {
    let table = Table(hasMargin: !margin.isEmpty, scope: scope)
    let place = template.place(of: tag.offset)
    let call = append(.callNamed, tag, as: kind, of: template)
    callPaths[Int32(call)] = active
    instructions[call].target = Int32(tableNumbers[table] ?? tables.count)
    let carrier = append(.text, at: place)
    instructions[carrier].rest = add(margin)
    guard tableNumbers[table] == nil else { return }
    tableNumbers[table] = tables.count
    tables.append(table)
    called.formUnion(templates.keys)
    for name in templates.keys {
      _ = number(of: Routine(name: name, hasMargin: table.hasMargin, scope: scope))
    }
    try checkSize(at: place)
  }

  mutating func add(_ margin: Margin) -> Int32 {
    margins.append(margin)
    return Int32(margins.count - 1)
  }

  /// Copies in a block's filling, or else its own content.
  mutating func emitBlock(
    _ block: Block, of template: ParsedTemplate, margin: Margin, scope: Int
  ) throws(TemplateError) {
    let place = template.place(of: block.tag.offset)
    if let filling = scopes.filling(of: block.tag.name, in: scope) {
      placed[filling.template.name, default: []].insert(filling.block)
      filled += 1
      try checkSize(at: place)
      try emit(filling, into: block, of: template, margin: margin)
    } else if !block.tokens.isEmpty {
      if block.isStandalone, !block.beginsLine {
        try emitLineStart(margin, at: place)
        literals += template.text[block.margin]
      }
      try emit(block.tokens[...], of: template, margin: margin, scope: scope)
      if !block.endsLine { emitLineEnd(of: block, of: template) }
    }
  }

  mutating func emit(
    _ filling: Scopes.Filling, into block: Block, of template: ParsedTemplate, margin: Margin
  ) throws(TemplateError) {
    let place = template.place(of: block.tag.offset)
    let content = filling.template.blocks[filling.block]
    var tokens = content.tokens[...]
    // An empty filling removes the block's lines.
    if block.isStandalone, tokens.isEmpty { return }
    var inner = margin
    if block.isStandalone || block.beginsLine {
      inner.text += template.text[block.margin]
      if !content.beginsLine { try emitLineStart(inner, at: place) }
    } else if content.beginsLine, case .lineStart = tokens.first {
      // A filling in the middle of a line begins there, not on a line of its own.
      tokens.removeFirst()
    }
    try emit(tokens, of: filling.template, margin: inner, scope: filling.scope)
    let endsLine = content.endsLine && !tokens.isEmpty
    if !endsLine {
      emitLineEnd(of: block, of: template)
    } else if block.lineEnd == nil {
      // What follows the block is now on a line of its own.
      try emitLineStart(margin, at: place)
    }
  }

  /// Ends the line if the block's closing tag swallowed the line's end.
  mutating func emitLineEnd(of block: Block, of template: ParsedTemplate) {
    if let lineEnd = block.lineEnd { literals += template.text[lineEnd] }
  }
}
