/// Adding instructions to the program.
extension Compiler {
  @discardableResult
  mutating func append(
    _ operation: Instruction.Operation, _ tag: Tag, as kind: Outline.Use.Kind,
    of template: ParsedTemplate
  ) -> Int {
    let place = template.place(of: tag.offset)
    let index = append(operation, at: place)
    if listsUses {
      outlines[current].uses.append(
        Outline.Use(tag: tag, kind: kind, place: place, section: sectionUses.last))
    }
    if let first = tag.path.first { instructions[index].name = id(of: first) }
    if tag.path.count > 1 {
      instructions[index].rest = Int32(paths.count)
      paths.append(Int32(tag.path.count - 1))
      for part in tag.path.dropFirst() { paths.append(id(of: part)) }
    }
    return index
  }

  mutating func id(of name: String) -> Int32 {
    if let id = names[name] { return id }
    guard let late = lateNames?.count else {
      names[name] = Int32(names.count)
      return Int32(names.count - 1)
    }
    let number = lateNames?[name] ?? Int32(late)
    lateNames?[name] = number
    return Instruction.late(number)
  }

  /// Adds an instruction together with the literal text gathered before it.
  @discardableResult
  mutating func append(_ operation: Instruction.Operation, at place: Place) -> Int {
    instructions.append(
      Instruction(
        operation: operation, literalStart: UInt32(literalsUsed),
        literalCount: UInt32(literals.count - literalsUsed)))
    literalsUsed = literals.count
    places.append(place)
    return instructions.count - 1
  }
}
