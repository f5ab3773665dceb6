/// Compiling routines token by token.
extension Compiler {
  mutating func number(of routine: Routine) -> Int {
    if let number = numbers[routine] { return number }
    numbers[routine] = routines.count
    routines.append(routine)
    outlines.append(Outline())
    return routines.count - 1
  }

  mutating func emit(_ routine: Routine) throws(TemplateError) {
    guard let template = templates[routine.name] else { return }
    let end = template.place(of: template.text.count)
    try checkSize(at: end)
    firstInstruction = instructions.count
    firstLiteral = literals.count
    copies = 0
    try emitCopy(of: template, margin: Margin(isPassed: routine.hasMargin), scope: routine.scope)
    append(.end, at: end)
  }

  /// - Throws: `TemplateError` if the templates have become too many by filling each other's
  ///   blocks.
  func checkSize(at place: Place) throws(TemplateError) {
    guard
      routines.count <= Compiler.maximumRoutines + templates.count,
      filled <= Compiler.maximumFilled, scopes.count <= Compiler.maximumFillings,
      instructions.count * Compiler.instructionCost + literals.count <= Compiler.maximumProgram
    else {
      throw TemplateError(
        location: place.location, found: "templates that call each other in too many ways",
        expected: "fewer blocks and partials inside each other")
    }
  }

  /// Whether there is room to copy in another partial.
  var isSmall: Bool {
    instructions.count < Compiler.maximumCopied
      && instructions.count - firstInstruction < Compiler.maximumInstructions
      && copies < Compiler.maximumCopies
      && literals.count - firstLiteral < Compiler.maximumLiterals
      && active.count < Compiler.maximumNesting && depth < Parser.maximumDepth
  }

  mutating func emitCopy(
    of template: ParsedTemplate, margin: Margin, scope: Int
  ) throws(TemplateError) {
    active.append(template.name)
    try emit(template.tokens[...], of: template, margin: margin, scope: scope)
    active.removeLast()
  }

  mutating func emit(
    _ tokens: ArraySlice<Token>, of template: ParsedTemplate, margin: Margin, scope: Int
  ) throws(TemplateError) {
    depth += 1
    defer { depth -= 1 }
    guard depth <= 2 * Parser.maximumDepth else {
      throw TemplateError(
        location: template.place(of: 0).location, found: "blocks that fill each other too deeply",
        expected: "fewer levels")
    }
    var open: [Int] = []
    for token in tokens {
      switch token {
      case .text(let range): literals += template.text[range]
      case .lineStart: try emitLineStart(margin, at: template.place(of: 0))
      case .variable(let tag, let isEscaped):
        append(isEscaped ? .escaped : .raw, tag, as: .variable, of: template)
      case .section(let tag, let index):
        open.append(append(.section, tag, as: .section, of: template))
        sectionTexts[instructions.count - 1] = Program.SectionText(
          lines: template.lines, section: template.sections[index])
        sectionUses.append(outlines[current].uses.count - 1)
        openSections += 1
      case .inverted(let tag):
        open.append(append(.inverted, tag, as: .inverted, of: template))
        openSections += 1
      case .close:
        guard let start = open.popLast() else { continue }
        close(start)
      case .partial(let tag, let blanks):
        try emitPartial(
          tag, .partial, blanks: blanks.map { template.text[$0] }, of: template, margin: margin,
          scope: scope)
      case .parent(let index):
        let parent = template.parents[index]
        let inner = scopes.scope(inside: index, of: template, in: scope)
        try emitPartial(
          parent.tag, .parent, blanks: parent.margin.map { template.text[$0] }, of: template,
          margin: margin, scope: inner)
      case .block(let index):
        try emitBlock(template.blocks[index], of: template, margin: margin, scope: scope)
      }
    }
  }

  mutating func emitLineStart(_ margin: Margin, at place: Place) throws(TemplateError) {
    // Many lines with a long margin are many times longer than their templates.
    try checkSize(at: place)
    if margin.isPassed { append(.margin, at: place) }
    literals += margin.text
  }

  mutating func close(_ start: Int) {
    let place = places[start]
    openSections -= 1
    if instructions[start].operation == .section {
      sectionUses.removeLast()
      let end = append(.next, at: place)
      instructions[end].target = Int32(start + 1)
    } else if literalsUsed < literals.count {
      append(.text, at: place)
    }
    instructions[start].target = Int32(instructions.count)
  }
}
