extension Renderer {
  /// Runs a program from `entry` to the end of its template.
  mutating func run(_ program: Program, from entry: Int) throws(RenderError) {
    try program.instructions.withUnsafeBufferPointer { instructions throws(RenderError) in
      try program.literals.withUnsafeBufferPointer { literals throws(RenderError) in
        guard let code = instructions.baseAddress, let text = literals.baseAddress else { return }
        try run(program, code, text, from: entry)
      }
    }
  }

  /// One loop shows values, another does everything else: the first is small enough for the
  /// processor's registers.
  private mutating func run(
    _ program: Program, _ code: UnsafePointer<Instruction>, _ text: UnsafePointer<UInt8>,
    from entry: Int
  ) throws(RenderError) {
    let limits = library.limits
    var sink = makeSink()
    var next = entry
    while true {
      let index: Int
      (index, sink) = try showValues(program, code, text, from: next, to: sink)
      let instruction = code + index
      // Unless the instruction jumps.
      next = index &+ 1
      switch instruction.pointee.operation {
      case .next:
        let section = Int(instruction.pointee.target)
        steps &+= index &- section &+ 1
        if steps > limits.steps { throw .tooMuchWork(program.places[index].location) }
        switch openNext() {
        case .item: next = section
        case .end: break
        case .lambda:
          commit(sink)
          if try runLambdas(program, section &- 1) { next = section }
          sink = makeSink()
        }
      case .section:
        guard let cell = find(instruction, program), arena.cells[Int(cell)].isTrue else {
          next = Int(instruction.pointee.target)
          break
        }
        guard contexts.count / 4 < limits.depth else { throw tooDeep(at: index, of: program) }
        guard !open(cell) else { break }
        commit(sink)
        if try !runLambdas(at: cell, program, index) { next = Int(instruction.pointee.target) }
        sink = makeSink()
      case .inverted:
        if let cell = find(instruction, program), arena.cells[Int(cell)].isTrue {
          next = Int(instruction.pointee.target)
        }
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
      case .escaped, .raw:
        // Neither a text nor a number.
        guard let cell = find(instruction, program) else { break }
        commit(sink)
        try show(cell, isEscaped: instruction.pointee.operation == .escaped, program, index)
        sink = makeSink()
      case .text: break
      case .end:
        guard calls.count > firstCall else {
          commit(sink)
          guard output.count <= limits.output else {
            throw .tooLong(program.places[index].location)
          }
          return
        }
        next = endCall(at: index)
      }
    }
  }

  /// Writes literals, texts and numbers, beginning at an instruction and continuing through sections
  /// of anything but lists of single values and lambdas.
  /// - Returns: the first instruction that does something else; the literal before it has been
  ///   written.
  @inline(never)
  private mutating func showValues(
    _ program: Program, _ code: UnsafePointer<Instruction>, _ text: UnsafePointer<UInt8>,
    from first: Int, to start: Sink
  ) throws(RenderError) -> (index: Int, sink: Sink) {
    var cells = UnsafePointer(arena.cells.start)
    var bytes = UnsafePointer(arena.text.pointee.bytes.start)
    var top = contexts.start + (contexts.count &- 1)
    var row = UnsafePointer(arena.shapes.table.start + Int(top.pointee.row))
    var fields = cells + Int(top.pointee.fields)
    var sink = start
    let maximumSteps = library.limits.steps
    let maximumDepth = library.limits.depth
    let hasLateNames = !program.lateNames.isEmpty
    // Read in place: copying all fields would cost more than reading the few we need.
    var instruction = code + first
    while true {
      let literal = Int(truncatingIfNeeded: instruction.pointee.literalCount)
      if literal > sink.room { sink = try grown(sink, by: literal, program, instruction - code) }
      sink.write(
        padded: text + Int(truncatingIfNeeded: instruction.pointee.literalStart), count: literal)
      let operation = instruction.pointee.operation
      if operation == .section || operation == .inverted {
        // Most sections of a page show nothing. Looking up a name adds nothing to the arena, unless
        // it is late.
        guard instruction.pointee.name >= 0, instruction.pointee.rest == 0 || !hasLateNames else {
          return (instruction - code, sink)
        }
        let cell = find(instruction, program)
        let isTrue = cell.map { cells[Int($0)].isTrue } ?? false
        if isTrue == (operation == .inverted) {
          instruction = code + Int(instruction.pointee.target)
          continue
        }
        if let cell, isTrue {
          let kind = cells[Int(cell)].kind
          guard kind != .list, kind != .lambda, contexts.count / 4 < maximumDepth else {
            return (instruction - code, sink)
          }
          _ = open(cell)
          top = contexts.start + (contexts.count &- 1)
          row = UnsafePointer(arena.shapes.table.start + Int(top.pointee.row))
          fields = cells + Int(top.pointee.fields)
        }
        instruction += 1
        continue
      }
      guard operation.showsValue else {
        guard operation == .next, top.pointee.left == 0 || top.pointee.isRow else {
          return (instruction - code, sink)
        }
        let spent = steps &+ (instruction - code) &- Int(instruction.pointee.target) &+ 1
        guard spent <= maximumSteps else { return (instruction - code, sink) }
        steps = spent
        if top.pointee.left > 0 {
          top.pointee.left &-= 1
          top.pointee.fields &+= top.pointee.stride
          fields += Int(top.pointee.stride)
          instruction = code + Int(instruction.pointee.target)
        } else {
          contexts.count &-= 1
          top -= 1
          row = UnsafePointer(arena.shapes.table.start + Int(top.pointee.row))
          fields = cells + Int(top.pointee.fields)
          instruction += 1
        }
        continue
      }
      let name = instruction.pointee.name
      let value: UnsafePointer<Cell>
      if name >= 0, instruction.pointee.rest == 0, row[Int(name)] >= 0 {
        value = fields + Int(row[Int(name)])
      } else if let cell = find(instruction, program) {
        // A late name adds what it finds to the arena, and any part of the arena may move.
        cells = UnsafePointer(arena.cells.start)
        bytes = UnsafePointer(arena.text.pointee.bytes.start)
        row = UnsafePointer(arena.shapes.table.start + Int(top.pointee.row))
        fields = cells + Int(top.pointee.fields)
        value = cells + Int(cell)
      } else {
        instruction += 1
        continue
      }
      if value.pointee.kind == .text {
        let count = Int(truncatingIfNeeded: value.pointee.count)
        let most = count &* Sink.longestEntity
        if most > sink.room { sink = try grown(sink, by: most, program, instruction - code) }
        if operation == .escaped {
          sink.write(escaping: bytes + value.pointee.payload, count: count)
        } else {
          sink.write(padded: bytes + value.pointee.payload, count: count)
        }
      } else if value.pointee.kind == .integer {
        if sink.room < 24 { sink = try grown(sink, by: 24, program, instruction - code) }
        sink.cursor += writeDecimal(value.pointee.payload, to: sink.cursor)
      } else {
        return (instruction - code, sink)
      }
      instruction += 1
    }
  }

  /// Shows a value of a rarer kind.
  private mutating func show(
    _ cell: Int32, isEscaped: Bool, _ program: Program, _ index: Int
  ) throws(RenderError) {
    let value = arena.cells[Int(cell)]
    switch value.kind {
    case .bool:
      let word: StaticString = value.isTrue ? "true" : "false"
      output.append(short: word.utf8Start, count: word.utf8CodeUnitCount)
    case .lambda:
      try show(arena.lambdas[value.payload], isEscaped: isEscaped, program, index)
    case .rendered:
      guard output.count + Int(value.count) <= library.limits.output else {
        throw .tooLong(program.places[index].location)
      }
      output.append(arena.text.pointee.bytes.start + value.payload, count: Int(value.count))
    case .nothing, .text, .integer, .list, .rows, .object: break
    }
  }

  // MARK: Output

  @inline(__always)
  private func makeSink() -> Sink {
    Sink(cursor: output.start + output.count, end: output.start + output.room)
  }

  @inline(__always)
  private mutating func commit(_ sink: Sink) { output.count = sink.cursor - output.start }

  /// Makes room for this many more bytes.
  ///
  /// Endless output must pass here, so this is where it is stopped.
  @inline(never)
  private mutating func grown(
    _ sink: Sink, by extra: Int, _ program: Program, _ index: Int
  ) throws(RenderError) -> Sink {
    commit(sink)
    // At least this much will be written, whatever is escaped.
    guard output.count + extra / Sink.longestEntity <= library.limits.output else {
      throw .tooLong(program.places[index].location)
    }
    output.reserve(extra)
    return makeSink()
  }

  // MARK: Partials

  /// Begins a partial.
  /// - Returns: its first instruction.
  private mutating func call(
    _ entry: Int, margin added: Int32, from index: Int, of program: Program
  ) throws(RenderError) -> Int {
    steps &+= 1
    if steps > library.limits.steps { throw .tooMuchWork(program.places[index].location) }
    guard margins.count <= library.limits.output else {
      throw .tooLong(program.places[index].location)
    }
    guard calls.count < library.limits.depth else { throw tooDeep(at: index, of: program) }
    calls.append(Call(entry: entry, resume: index + 1, margin: margin))
    let added = program.margins[Int(added)]
    let start = added.isPassed ? margin.lowerBound : margin.upperBound
    for byte in added.text { margins.append(byte) }
    margin = start..<margins.count
    return entry
  }

  /// Where to continue after a partial.
  private mutating func endCall(at index: Int) -> Int {
    let call = calls.removeLast()
    steps &+= index - call.entry
    margin = call.margin
    margins.count = margin.upperBound
    return call.resume
  }

  /// Where the partial that a value names begins.
  private func partial(
    namedBy cell: Int32, _ instruction: UnsafePointer<Instruction>, _ program: Program
  ) -> Int? {
    let value = arena.cells[Int(cell)]
    let name: String
    switch value.kind {
    case .text: name = arena.string(of: value)
    case .integer: name = String(value.payload)
    case .bool: name = String(value.isTrue)
    case .nothing, .rendered, .list, .rows, .object, .lambda: return nil
    }
    return program.tables[Int(instruction.pointee.target)][name].map(Int.init)
  }

  private func tooDeep(at index: Int, of program: Program) -> RenderError {
    .tooDeep(program.places[index].location, path: path(to: index, of: program))
  }
}
