/// Where pages write their values: plain cells and one run of text, ready for templates.
///
/// Text is copied in once; nothing refers to the page afterwards.
public struct Arena: ~Copyable {
  var shapes: Shapes
  private(set) var cells = Buffer<Cell>()
  /// The bytes of all strings, one behind the other.
  private(set) var text = Pieces()
  private(set) var lambdas: [Lambda] = []
  /// The members of each object that was made of data, from index 1 on.
  private(set) var data: [[Value.Member]] = [[]]
  /// The members that `lateField` has set.
  private var lateFields: [LateField: Int32] = [:]
  /// Data nest too deeply.
  private(set) var isTooDeep = false

  /// A member that no template had asked for: an index of the data, and its name.
  private struct LateField: Hashable {
    let data: Int32
    let name: String
  }

  /// The cells that are always there: for no value at all, and for an object whose fields are
  /// elsewhere.
  static let nothing = 0
  static let object = 1
  /// Lists and objects of data inside each other.
  static let maximumDepth = 1_000

  init(names: Names) {
    shapes = Shapes(names: names)
    addConstants()
  }

  private mutating func addConstants() {
    cells.append(.nothing)
    cells.append(.object(at: 0, row: Shapes.emptyRow))
  }

  mutating func removeAll() {
    cells.removeAll(keeping: 1 << 14)
    addConstants()
    text.bytes.removeAll(keeping: 1 << 18)
    if !lambdas.isEmpty { lambdas = [] }
    if data.count > 1 { data = [[]] }
    if !lateFields.isEmpty { lateFields = [:] }
    isTooDeep = false
    shapes.trim()
  }

  /// Makes room for cells that belong together; each of them must be set.
  /// - Returns: the first.
  mutating func reserve(_ count: Int) -> Int {
    let start = cells.count
    precondition(count < Int(Int32.max) - start, "more values than fit")
    cells.reserve(count)
    cells.count += count
    return start
  }

  @usableFromInline
  mutating func set(_ slot: Int, to string: String) {
    let start = text.bytes.count
    text.append(string)
    cells[slot] = .text(at: start, count: text.bytes.count - start)
  }

  @usableFromInline
  mutating func set(_ slot: Int, to number: Int) { cells[slot] = .integer(number) }

  @usableFromInline
  mutating func set(_ slot: Int, to flag: Bool) { cells[slot] = .bool(flag) }

  @usableFromInline
  mutating func setToNothing(_ slot: Int) { cells[slot] = .nothing }

  @usableFromInline
  mutating func set(_ slot: Int, to lambda: Lambda) {
    cells[slot] = .lambda(lambdas.count)
    lambdas.append(lambda)
  }

  /// Sets a text that is put together from pieces.
  @usableFromInline
  mutating func set(_ slot: Int, _ write: (inout Pieces) -> Void) {
    let start = text.bytes.count
    write(&text)
    cells[slot] = .text(at: start, count: text.bytes.count - start)
  }

  /// Makes a list of values that are set one by one.
  /// - Returns: the slot of the first.
  @usableFromInline
  mutating func setList(_ slot: Int, count: Int) -> Int {
    let start = reserve(count)
    cells[slot] = .list(at: start, count: count)
    return start
  }

  /// Makes a list of objects of one type.
  /// - Returns: the slot of the first one's first field, and how many fields each has.
  @usableFromInline
  mutating func setRows<Item: Fielded>(
    _ slot: Int, of type: Item.Type, count: Int
  ) -> (start: Int, fields: Int) {
    let kind = shapes.kind(of: type)
    let start = reserve(kind.count * count)
    cells[slot] = .rows(at: start, of: kind, count: count)
    return (start, kind.count)
  }

  /// Makes an object of one type.
  /// - Returns: as for a list of one.
  @usableFromInline
  mutating func setObject<Item: Fielded>(
    _ slot: Int, of type: Item.Type
  ) -> (start: Int, fields: Int) {
    let kind = shapes.kind(of: type)
    let start = reserve(kind.count)
    cells[slot] = .object(at: start, row: kind.row)
    return (start, kind.count)
  }

  @usableFromInline
  mutating func set(_ slot: Int, to value: Value) { set(slot, to: value, depth: 0) }

  private mutating func set(_ slot: Int, to value: Value, depth: Int) {
    guard depth < Arena.maximumDepth else {
      isTooDeep = true
      return setToNothing(slot)
    }
    switch value {
    case .null: setToNothing(slot)
    case .bool(let flag): set(slot, to: flag)
    case .number(let text), .string(let text): set(slot, to: text)
    case .lambda(let lambda): set(slot, to: lambda)
    case .list(let items):
      let start = setList(slot, count: items.count)
      for (index, item) in items.enumerated() { set(start + index, to: item, depth: depth + 1) }
    case .object(let members):
      let start = reserve(members.count)
      var node = Shapes.root
      var next = start
      for member in members {
        guard let step = shapes.step(from: node, to: member.name) else { continue }
        node = step
        set(next, to: member.value, depth: depth + 1)
        next += 1
      }
      for rest in next..<start + members.count { setToNothing(rest) }
      cells[slot] = .object(at: start, row: shapes.row(endingAt: node), data: data.count)
      data.append(members)
    }
  }

  /// A text as a string.
  func string(of cell: Cell) -> String {
    let bytes = UnsafeBufferPointer(start: text.bytes.start + cell.payload, count: Int(cell.count))
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A member of an object made of data whose name no template had asked for when it was made.
  mutating func lateField(_ name: String, of cell: Int32) -> Int32? {
    let object = cells[Int(cell)]
    guard object.kind == .object, object.count > 0 else { return nil }
    let field = LateField(data: object.count, name: name)
    if let slot = lateFields[field] { return slot }
    guard let member = data[Int(object.count)].last(where: { $0.name == name }) else { return nil }
    let slot = reserve(1)
    set(slot, to: member.value)
    lateFields[field] = Int32(slot)
    return Int32(slot)
  }
}
