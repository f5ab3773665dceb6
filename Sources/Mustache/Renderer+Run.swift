extension Renderer {
  /// Runs a program to the end of the template that begins at `entry`.
  mutating func run(_ program: Program, from entry: Int) throws(RenderError) {
    try program.instructions.withUnsafeBufferPointer { instructions throws(RenderError) in
      try program.literals.withUnsafeBufferPointer { literals throws(RenderError) in
        guard let code = instructions.baseAddress, let text = literals.baseAddress else { return }
        try run(program, code, text, from: entry)
      }
    }
  }

  private mutating func run(
    _ program: Program, _ code: UnsafePointer<Instruction>, _ text: UnsafePointer<UInt8>,
    from entry: Int
  ) throws(RenderError) {
    let limits = library.limits
    var sink = makeSink()
    var index = entry
    while true {
      // Read in place: a copy of all its fields would cost more than the few that are needed.
      let instruction = code + index
      let literal = Int(truncatingIfNeeded: instruction.pointee.literalCount)
      if literal > 0 {
        if literal > sink.room { sink = try grown(sink, by: literal, program, index) }
        sink.write(
          padded: text + Int(truncatingIfNeeded: instruction.pointee.literalStart), count: literal)
      }
      // Unless it jumps.
      var next = index &+ 1
      switch instruction.pointee.operation {
      case .text: break
      case .escaped:
        if let cell = find(instruction, program) {
          try show(cell, isEscaped: true, in: &sink, program, index)
        }
      case .raw:
        if let cell = find(instruction, program) {
          try show(cell, isEscaped: false, in: &sink, program, index)
        }
      case .section:
        let cell = find(instruction, program)
        if let cell, arena.cells[Int(cell)].isTrue {
          guard contexts.count < limits.depth * 4 else {
            throw tooDeep(at: index, of: program)
          }
          if try !open(cell, of: program, at: index, &sink) {
            next = Int(instruction.pointee.target)
          }
        } else {
          next = Int(instruction.pointee.target)
        }
      case .inverted:
        if let cell = find(instruction, program), arena.cells[Int(cell)].isTrue {
          next = Int(instruction.pointee.target)
        }
      case .next:
        steps &+= 1
        if steps > limits.steps { throw .tooMuchWork(program.places[index].location) }
        let section = Int(instruction.pointee.target)
        if try openNext(program, section &- 1, &sink) { next = section }
      case .margin:
        if margin.count > sink.room { sink = try grown(sink, by: margin.count, program, index) }
        sink.write(padded: margins.start + margin.lowerBound, count: margin.count)
      case .call:
        next = try call(
          Int(instruction.pointee.target), margin: instruction.pointee.rest, from: index,
          of: program)
      case .callNamed:
        if let cell = find(instruction, program),
          let partial = partial(namedBy: cell, instruction, program)
        {
          next = try call(partial, margin: instruction[1].rest, from: index, of: program)
        }
      case .end:
        guard calls.count > firstCall else {
          output.count = sink.cursor - output.start
          guard output.count <= limits.output else {
            throw .tooLong(program.places[index].location)
          }
          return
        }
        next = endCall()
      }
      index = next
    }
  }

  // MARK: Output

  @inline(__always)
  private func makeSink() -> Sink {
    Sink(cursor: output.start + output.count, end: output.start + output.room)
  }

  /// Makes room for so many bytes more: the place where an output that never ends is stopped, as it
  /// must pass here.
  @inline(never)
  private mutating func grown(
    _ sink: Sink, by extra: Int, _ program: Program, _ index: Int
  ) throws(RenderError) -> Sink {
    output.count = sink.cursor - output.start
    guard output.count <= library.limits.output else {
      throw .tooLong(program.places[index].location)
    }
    output.reserve(extra)
    return makeSink()
  }

  /// Shows a value.
  @inline(__always)
  private mutating func show(
    _ cell: Int32, isEscaped: Bool, in sink: inout Sink, _ program: Program, _ index: Int
  ) throws(RenderError) {
    let value = arena.cells[Int(cell)]
    switch value.kind {
    case .text:
      let bytes = UnsafePointer(arena.text.bytes.start + value.payload)
      let count = Int(value.count)
      let most = isEscaped ? count &* Sink.longestEntity : count
      if most > sink.room { sink = try grown(sink, by: most, program, index) }
      if isEscaped {
        sink.write(escaping: bytes, count: count)
      } else {
        sink.write(padded: bytes, count: count)
      }
    case .integer:
      if sink.room < 24 { sink = try grown(sink, by: 24, program, index) }
      sink.cursor += writeDecimal(value.payload, to: sink.cursor)
    case .bool:
      if sink.room < 8 { sink = try grown(sink, by: 8, program, index) }
      // `true` or `false`, the first letter in the lowest byte.
      let word: UInt64 = value.isTrue ? 0x65_75_72_74 : 0x65_73_6C_61_66
      UnsafeMutableRawPointer(sink.cursor).storeBytes(of: word.littleEndian, as: UInt64.self)
      sink.cursor += value.isTrue ? 4 : 5
    case .lambda:
      output.count = sink.cursor - output.start
      try show(arena.lambdas[value.payload], isEscaped: isEscaped, program, index)
      sink = makeSink()
    case .nothing, .list, .rows, .object: break
    }
  }

  // MARK: Partials

  /// Begins a partial.
  /// - Returns: where.
  private mutating func call(
    _ entry: Int, margin added: Int32, from index: Int, of program: Program
  ) throws(RenderError) -> Int {
    steps &+= 1
    if steps > library.limits.steps { throw .tooMuchWork(program.places[index].location) }
    guard calls.count < library.limits.depth else { throw tooDeep(at: index, of: program) }
    calls.append(Call(resume: index + 1, margin: margin))
    let added = program.margins[Int(added)]
    let start = added.isAdded ? margin.lowerBound : margin.upperBound
    for byte in added.text { margins.append(byte) }
    margin = start..<margins.count
    return entry
  }

  /// Where to go on after a partial.
  private mutating func endCall() -> Int {
    let call = calls.removeLast()
    margin = call.margin
    margins.count = margin.upperBound
    return call.resume
  }

  /// Where the partial begins that a value names.
  private func partial(
    namedBy cell: Int32, _ instruction: UnsafePointer<Instruction>, _ program: Program
  ) -> Int? {
    let value = arena.cells[Int(cell)]
    let name: String
    switch value.kind {
    case .text: name = arena.string(of: value)
    case .integer: name = String(value.payload)
    case .bool: name = String(value.isTrue)
    case .nothing, .list, .rows, .object, .lambda: return nil
    }
    return program.tables[Int(instruction.pointee.target)][name].map(Int.init)
  }

  private func tooDeep(at index: Int, of program: Program) -> RenderError {
    .tooDeep(program.places[index].location, path: path(to: index, of: program))
  }

  // MARK: Contexts

  /// Opens a value that a section shows: a list item by item, all else once.
  /// - Returns: whether there is something to go inside with.
  @inline(__always)
  private mutating func open(
    _ cell: Int32, of program: Program, at section: Int, _ sink: inout Sink
  ) throws(RenderError) -> Bool {
    let value = arena.cells[Int(cell)]
    switch value.kind {
    case .rows:
      contexts.append(
        Context(
          cell: Int32(Arena.object), fields: value.start, row: value.row, left: value.count &- 1,
          isRow: true, stride: Int32(value.fields)))
      return true
    case .list:
      var first = context(at: value.start)
      first.left = value.count &- 1
      contexts.append(first)
      return try skipLambdas(program, section, &sink)
    case .lambda:
      output.count = sink.cursor - output.start
      try runSection(arena.lambdas[value.payload], program, section)
      sink = makeSink()
      return false
    default:
      contexts.append(context(at: cell))
      return true
    }
  }

  /// Goes on to the next item of the section that ends here, or closes it.
  @inline(__always)
  private mutating func openNext(
    _ program: Program, _ section: Int, _ sink: inout Sink
  ) throws(RenderError) -> Bool {
    let top = contexts.count &- 1
    let left = contexts[top].left
    guard left > 0 else {
      contexts.count = top
      return false
    }
    if contexts[top].isRow {
      contexts[top].fields &+= contexts[top].stride
      contexts[top].left = left &- 1
      return true
    }
    var item = context(at: contexts[top].cell &+ 1)
    item.left = left &- 1
    contexts[top] = item
    return try skipLambdas(program, section, &sink)
  }

  /// Runs lambdas among the items of a list, which open no context.
  /// - Returns: whether the section goes on with another item; else it is closed.
  @inline(__always)
  private mutating func skipLambdas(
    _ program: Program, _ section: Int, _ sink: inout Sink
  ) throws(RenderError) -> Bool {
    let cell = contexts[contexts.count &- 1].cell
    guard arena.cells[Int(cell)].kind == .lambda else { return true }
    output.count = sink.cursor - output.start
    let isOpen = try runLambdas(program, section)
    sink = makeSink()
    return isOpen
  }

  // MARK: Names

  /// The value a tag names: its first part in the topmost context that has it, each further one in
  /// the value found so far.
  @inline(__always)
  private mutating func find(
    _ instruction: UnsafePointer<Instruction>, _ program: Program
  ) -> Int32? {
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

  /// What `.` or a late name names.
  @inline(never)
  private mutating func findSpecial(
    _ instruction: UnsafePointer<Instruction>, _ program: Program
  ) -> Int32? {
    let name = instruction.pointee.name
    guard name != Instruction.itself else { return contexts[contexts.count - 1].cell }
    for level in (0..<contexts.count).reversed() {
      let context = contexts[level]
      if let cell = field(
        name, of: context.cell, fields: context.fields, row: context.row, program)
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
      let found = field(
        program.paths[place], of: cell, fields: object.fields, row: object.row, program)
      guard let found else { return nil }
      cell = found
    }
    return cell
  }

  /// A field of an object.
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
