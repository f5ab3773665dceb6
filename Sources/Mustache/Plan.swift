/// Which fields of which objects a template can't read, so that nobody works them out.
final class Plan {
  /// The flags of objects of which everything may be read.
  nonisolated(unsafe) static let wholeObject: UnsafePointer<UInt8> = {
    let flags = UnsafeMutablePointer<UInt8>.allocate(capacity: Declaration.maximumFields)
    flags.initialize(repeating: 0, count: Declaration.maximumFields)
    return UnsafePointer(flags)
  }()

  /// Where the flags of each kind begin.
  private let starts: Buffer<Int32>
  /// For each field, 1 if it can't be read.
  private let flags: Buffer<UInt8>

  /// - Returns: `nil` if the template may read everything, as lambdas and data may ask for any name.
  init?(of entry: Int, in program: Program, with types: [any Fielded.Type], _ shapes: inout Shapes)
  {
    var reader = Reader(program: program, names: shapes.names.inOrder)
    for type in types { reader.resolver.meet(.object(type)) }
    reader.read(from: entry, [FieldKind](types))
    guard !reader.isOpenEnded else { return nil }
    var starts = Buffer<Int32>()
    var flags = Buffer<UInt8>()
    for (type, declaration) in reader.resolver.types {
      let kind = shapes.kind(of: type)
      starts.append(repeating: -1, count: max(0, shapes.kinds.count - starts.count))
      for (offset, declaration) in declaration.withParts.enumerated() {
        starts[kind + offset] = Int32(flags.count)
        for field in declaration.fields {
          flags.append(reader.resolver.hasFound(field, of: declaration) ? 0 : 1)
        }
      }
    }
    guard (0..<flags.count).contains(where: { flags[$0] != 0 }) else { return nil }
    self.starts = starts
    self.flags = flags
  }

  /// The flags of the fields of a kind's objects.
  func flags(of kind: Int) -> UnsafePointer<UInt8> {
    guard kind < starts.count, starts[kind] >= 0 else { return Plan.wholeObject }
    return UnsafePointer(flags.start + Int(starts[kind]))
  }
}

/// Follows a program with the kinds of values that may be on the stack.
private struct Reader {
  struct Walk: Hashable {
    let entry: Int
    let stack: [String]
  }

  let program: Program
  /// By their numbers.
  let names: [String]
  var resolver = FieldResolver()
  /// Whether something may ask for any name.
  var isOpenEnded = false
  var walks: Set<Walk> = []

  mutating func read(from entry: Int, _ stack: [FieldKind]) {
    guard walks.insert(Walk(entry: entry, stack: stack.map(\.identity))).inserted else { return }
    read(entry..<program.instructions.count, stack)
  }

  private mutating func read(_ range: Range<Int>, _ stack: [FieldKind]) {
    var next = range.lowerBound
    while next < range.upperBound {
      let instruction = program.instructions[next]
      next += 1
      switch instruction.operation {
      case .section:
        let end = Int(instruction.target)
        // The last one closes the section.
        if let kind = kind(of: instruction, on: stack) { read(next..<end - 1, stack.opening(kind)) }
        next = end
      case .escaped, .raw, .inverted: _ = kind(of: instruction, on: stack)
      case .call: read(from: Int(instruction.target), stack)
      case .callNamed:
        _ = kind(of: instruction, on: stack)
        for entry in program.tables[Int(instruction.target)].values {
          read(from: Int(entry), stack)
        }
      case .text, .margin, .next: break
      case .end: return
      }
    }
  }

  private mutating func kind(of instruction: Instruction, on stack: [FieldKind]) -> FieldKind? {
    var path: [String] = []
    if instruction.name != Instruction.itself {
      let rest = Int(instruction.rest)
      let more = rest == 0 ? [] : program.paths[rest + 1...rest + Int(program.paths[rest])]
      path = ([instruction.name] + more).map { names[Int($0)] }
    }
    let kind = resolver.resolve(path, on: stack)
    if let kind { resolver.meet(kind) }
    switch kind {
    case .lambda, .anything, .list(.lambda), .list(.anything): isOpenEnded = true
    default: break
    }
    return kind
  }
}
