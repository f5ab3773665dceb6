extension Renderer {
  /// Runs a program to its end.
  mutating func run(_ program: Program) throws(RenderError) {
    try program.instructions.withUnsafeBufferPointer { instructions throws(RenderError) in
      try program.literals.withUnsafeBufferPointer { literals throws(RenderError) in
        guard let code = instructions.baseAddress, let text = literals.baseAddress else { return }
        try run(program, code, text)
      }
    }
  }

  private mutating func run(
    _ program: Program, _ code: UnsafePointer<Instruction>, _ text: UnsafePointer<UInt8>
  ) throws(RenderError) {
    start()
    var steps = 0
    var index = 0
    while true {
      // Read in place: a copy of all its fields would cost more than the few that are needed.
      let instruction = code + index
      output.append(
        padded: text + instruction.pointee.literalStart, count: instruction.pointee.literalCount)
      guard output.count <= limits.output else { throw .tooLong(program.places[index].location) }
      // Unless it jumps.
      var next = index + 1
      switch instruction.pointee.operation {
      case .text: break
      case .escaped:
        if let cell = find(instruction, program) { show(cell.pointee, isEscaped: true) }
      case .raw:
        if let cell = find(instruction, program) { show(cell.pointee, isEscaped: false) }
      case .section:
        if let cell = find(instruction, program), cell.pointee.isTrue {
          guard contexts.count < limits.depth * 4 else {
            throw .tooDeep(program.places[index].location)
          }
          open(cell)
        } else {
          next = instruction.pointee.target
        }
      case .inverted:
        if let cell = find(instruction, program), cell.pointee.isTrue {
          next = instruction.pointee.target
        }
      case .next:
        steps += 1
        if openNext() { next = instruction.pointee.target }
      case .margin: output.append(margins.start + margin.lowerBound, count: margin.count)
      case .call:
        steps += 1
        guard calls.count < limits.depth else {
          throw .tooDeep(program.places[index].location)
        }
        call(with: program.margins[Int(instruction.pointee.name)], resume: next)
        next = instruction.pointee.target
      case .end:
        guard let resume = endCall() else { return }
        next = resume
      }
      guard steps <= limits.steps else { throw .tooMuchWork(program.places[index].location) }
      index = next
    }
  }

  /// Opens what has been pushed, above an empty context that is always there.
  private mutating func start() {
    calls.removeAll(keepingCapacity: true)
    margins.count = 0
    margin = 0..<0
    contexts.count = 0
    push(UnsafePointer(fields.cells.start + Fields.nothing), items: 1)
    for root in 0..<fields.pending.count {
      push(UnsafePointer(fields.pending.start + root), items: 1)
    }
  }

  // MARK: Partials

  private mutating func call(with added: Program.Margin, resume: Int) {
    calls.append(Call(resume: resume, margin: margin))
    let start = added.isAdded ? margin.lowerBound : margin.upperBound
    for byte in added.text { margins.append(byte) }
    margin = start..<margins.count
  }

  /// Where to go on; `nil` at the end of the template itself.
  private mutating func endCall() -> Int? {
    guard let call = calls.popLast() else { return nil }
    margin = call.margin
    margins.count = margin.upperBound
    return call.resume
  }

  // MARK: Contexts

  /// Opens a value that a section shows: a list item by item, all else once.
  @inline(__always)
  private mutating func open(_ cell: UnsafePointer<Cell>) {
    if cell.pointee.kind == .list {
      push(
        UnsafePointer(fields.cells.start + cell.pointee.payload), items: Int(cell.pointee.count))
    } else {
      push(cell, items: 1)
    }
  }

  @inline(__always)
  private mutating func push(_ first: UnsafePointer<Cell>, items: Int) {
    contexts.append(context(at: first, end: first + items))
  }

  /// Goes on to the next item of the section that ends here, or closes it.
  @inline(__always)
  private mutating func openNext() -> Bool {
    let top = contexts.count - 1
    let item = contexts[top].cell + 1
    guard item < contexts[top].end else {
      contexts.count = top
      return false
    }
    contexts[top] = context(at: item, end: contexts[top].end)
    return true
  }

  @inline(__always)
  private func context(at cell: UnsafePointer<Cell>, end: UnsafePointer<Cell>) -> Context {
    let (fields, row) = object(at: cell)
    return Context(cell: cell, end: end, fields: fields, row: row)
  }

  // MARK: Names

  /// A value's fields and the slot of each name; what is no object has none.
  @inline(__always)
  private func object(
    at cell: UnsafePointer<Cell>
  ) -> (fields: UnsafePointer<Cell>, row: UnsafePointer<Int32>) {
    let table = UnsafePointer(fields.shapes.table.start)
    guard cell.pointee.kind == .object else { return (cell, table) }
    return (
      UnsafePointer(fields.cells.start + cell.pointee.payload),
      table + Int(cell.pointee.count) * fields.shapes.width
    )
  }

  /// The value a tag names: its first part in the topmost context that has it, each further one in
  /// the value found so far.
  @inline(__always)
  private func find(
    _ instruction: UnsafePointer<Instruction>, _ program: Program
  ) -> UnsafePointer<Cell>? {
    var level = contexts.count - 1
    guard instruction.pointee.name != Instruction.itself else { return contexts[level].cell }
    let name = Int(instruction.pointee.name)
    while level >= 0 {
      let context = contexts.start + level
      let slot = context.pointee.row[name]
      if slot >= 0 {
        let cell = context.pointee.fields + Int(slot)
        guard instruction.pointee.restCount > 0 else { return cell }
        return follow(program.paths[instruction.pointee.rest], from: cell)
      }
      level -= 1
    }
    return nil
  }

  private func follow(
    _ path: ArraySlice<Int32>, from start: UnsafePointer<Cell>
  ) -> UnsafePointer<Cell>? {
    var cell = start
    for name in path {
      let (fields, row) = object(at: cell)
      let slot = row[Int(name)]
      guard slot >= 0 else { return nil }
      cell = fields + Int(slot)
    }
    return cell
  }

  // MARK: Values

  @inline(__always)
  private mutating func show(_ cell: Cell, isEscaped: Bool) {
    switch cell.kind {
    case .text:
      let bytes = UnsafePointer(fields.text.bytes.start + cell.payload)
      if isEscaped {
        output.append(escaping: bytes, count: Int(cell.count))
      } else {
        output.append(padded: bytes, count: Int(cell.count))
      }
    case .integer: output.append(decimal: cell.payload)
    case .bool: output.append(cell.isTrue ? "true" : "false")
    case .nothing, .list, .object: break
    }
  }
}
