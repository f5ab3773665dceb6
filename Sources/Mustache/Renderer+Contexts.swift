/// The context stack, and looking up names in it.
extension Renderer {
  /// Opens a value for a section: a list item by item, anything else once.
  /// - Returns: `false` for lambdas, which run instead.
  @inline(__always)
  mutating func open(_ cell: Int32) -> Bool {
    let value = arena.cells[Int(cell)]
    switch value.kind {
    case .rows:
      contexts.append(
        Context(
          cell: Int32(Arena.object), fields: value.start, row: value.row, left: value.count &- 1,
          isRow: true, stride: Int32(value.fields)))
    case .list:
      var first = context(at: value.start)
      first.left = value.count &- 1
      contexts.append(first)
      return arena.cells[Int(first.cell)].kind != .lambda
    case .lambda: return false
    case .nothing, .bool, .integer, .text, .rendered, .object: contexts.append(context(at: cell))
    }
    return true
  }

  enum Advance { case item, end, lambda }

  /// Moves to the next item of the section that ends here, or closes the section.
  @inline(__always)
  mutating func openNext() -> Advance {
    let top = contexts.count &- 1
    let left = contexts[top].left
    guard left > 0 else {
      contexts.count = top
      return .end
    }
    if contexts[top].isRow {
      contexts[top].fields &+= contexts[top].stride
      contexts[top].left = left &- 1
      return .item
    }
    var item = context(at: contexts[top].cell &+ 1)
    item.left = left &- 1
    contexts[top] = item
    return arena.cells[Int(item.cell)].kind == .lambda ? .lambda : .item
  }

  // MARK: Names

  /// The value a tag names: the first part is looked up in the topmost context that has it, each
  /// further part in the value found so far.
  mutating func find(_ instruction: UnsafePointer<Instruction>, _ program: Program) -> Int32? {
    let name = instruction.pointee.name
    guard name >= 0 else { return findSpecial(instruction, program) }
    let table = arena.shapes.table.start
    var level = contexts.count
    repeat {
      level &-= 1
      let slot = table[Int(contexts[level].row &+ name)]
      if slot >= 0 {
        let cell = contexts[level].fields &+ slot
        return instruction.pointee.rest == 0 ? cell : findRest(of: instruction, in: cell, program)
      }
    } while level > 0
    return nil
  }

  /// The value of `.` or of a late name.
  @inline(never)
  private mutating func findSpecial(
    _ instruction: UnsafePointer<Instruction>, _ program: Program
  ) -> Int32? {
    let name = instruction.pointee.name
    guard name != Instruction.itself else { return contexts[contexts.count - 1].cell }
    for level in (0..<contexts.count).reversed() {
      let context = contexts[level]
      if let cell = field(name, of: context.cell, fields: context.fields, row: context.row, program)
      {
        return instruction.pointee.rest == 0 ? cell : findRest(of: instruction, in: cell, program)
      }
    }
    return nil
  }

  /// Follows the further parts of a dotted name.
  @inline(never)
  private mutating func findRest(
    of instruction: UnsafePointer<Instruction>, in cell: Int32, _ program: Program
  ) -> Int32? {
    var cell = cell
    let start = Int(instruction.pointee.rest)
    for place in start + 1...start + Int(program.paths[start]) {
      let object = context(at: cell)
      let name = program.paths[place]
      let found = field(name, of: cell, fields: object.fields, row: object.row, program)
      guard let found = found ?? any(name, of: cell, program) else { return nil }
      cell = found
    }
    return cell
  }

  /// What lists have in place of fields: `any`, if they have items.
  private func any(_ name: Int32, of cell: Int32, _ program: Program) -> Int32? {
    let list = arena.cells[Int(cell)]
    guard list.kind == .rows || list.kind == .list, list.isTrue else { return nil }
    let isAny =
      name >= 0
      ? name == library.names.any : program.lateNames[Int(Instruction.late(name))] == Names.any
    return isAny ? Int32(Arena.yes) : nil
  }

  private mutating func field(
    _ name: Int32, of cell: Int32, fields: Int32, row: Int32, _ program: Program
  ) -> Int32? {
    if name >= 0 {
      let slot = arena.shapes.table[Int(row + name)]
      return slot < 0 ? nil : fields + slot
    }
    let name = program.lateNames[Int(Instruction.late(name))]
    if let slot = arena.shapes.slot(of: name, inRow: row) { return fields + Int32(slot) }
    return arena.lateField(name, of: cell)
  }
}
