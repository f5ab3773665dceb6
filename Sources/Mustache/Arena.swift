/// Holds the values that pages write: plain cells and one run of text, ready for templates.
///
/// Text is copied in once; afterwards nothing refers to the page.
public struct Arena: ~Copyable {
  var shapes: Shapes
  private(set) var cells = Buffer<Cell>()
  /// The bytes of all strings, one after another.
  ///
  /// Behind a pointer, so that declarations can write to it from other modules.
  @usableFromInline let text: UnsafeMutablePointer<Pieces>
  private(set) var lambdas: [Lambda] = []
  /// The members of each object that came from data, from index 1 on.
  private(set) var data: [[Value.Member]] = [[]]
  /// The fields that `lateField` has looked up.
  private var lateFields: [LateField: Int32?] = [:]
  /// What the template can't read; `nil` while it may read everything.
  var plan: Plan?
  /// Whether data or pages nest too deeply.
  private(set) var isTooDeep = false
  /// How many lists and objects enclose the value being set.
  private var depth = 0
  private let wholeObject = Plan.wholeObject
  /// Renders rows with keys.
  let rows: RowTexts?
  /// Why some of them couldn't be rendered.
  var rowErrors: [RenderError] = []

  /// A member that no template had asked for: its data's index, and its name.
  private struct LateField: Hashable {
    let data: Int32
    let name: String
  }

  /// The adjacent slots of an object's fields.
  @usableFromInline
  struct Slots {
    @usableFromInline let start: Int
    @usableFromInline let count: Int
    /// The kind of the object's first part.
    @usableFromInline let part: Int
    /// For each field, 1 if it can't be read.
    @usableFromInline let unread: UnsafePointer<UInt8>
  }

  /// The cells that always exist: one for no value, one for an object whose fields are elsewhere,
  /// and a flag that is set.
  static let nothing = 0
  static let object = 1
  static let yes = 2
  /// How deep lists and objects may nest.
  static let maximumDepth = 300

  init(names: Names, rows: RowTexts?) {
    self.rows = rows
    shapes = Shapes(names: names)
    text = .allocate(capacity: 1)
    text.initialize(to: Pieces())
    addConstants()
  }

  deinit {
    text.deinitialize(count: 1)
    text.deallocate()
  }

  private mutating func addConstants() {
    cells.append(.nothing)
    cells.append(.object(at: 0, row: Shapes.emptyRow))
    cells.append(.bool(true))
  }

  mutating func removeAll() {
    cells.removeAll(keeping: 1 << 14)
    addConstants()
    text.pointee.bytes.removeAll(keeping: 1 << 18)
    if !lambdas.isEmpty { lambdas = [] }
    if data.count > 1 { data = [[]] }
    if !lateFields.isEmpty { lateFields = [:] }
    isTooDeep = false
    if !rowErrors.isEmpty { rowErrors = [] }
    shapes.trim()
  }

  /// Reserves adjacent cells, which hold nothing until they are set.
  /// - Returns: the slot of the first.
  mutating func reserve(_ count: Int) -> Int {
    let start = cells.count
    precondition(count < Int(Int32.max) - start, "more values than fit")
    cells.append(zeroed: count)
    return start
  }

  private mutating func put(_ cell: Cell, at slot: Int) {
    precondition(0..<cells.count ~= slot, "a slot of another arena")
    cells[slot] = cell
  }

  /// Enters something with fields, unless it nests too deeply: then it stays nothing.
  @usableFromInline
  mutating func descend() -> Bool {
    guard depth < Arena.maximumDepth else {
      isTooDeep = true
      return false
    }
    depth += 1
    return true
  }

  /// Leaves what `descend` entered.
  @usableFromInline
  mutating func ascend() { depth -= 1 }

  @usableFromInline
  mutating func set(_ slot: Int, to string: String) {
    let start = endOfText
    text.pointee.append(string)
    set(slot, toTextFrom: start)
  }

  @usableFromInline
  mutating func set(_ slot: Int, to number: Int) { put(.integer(number), at: slot) }

  @usableFromInline
  mutating func set(_ slot: Int, to flag: Bool) { put(.bool(flag), at: slot) }

  @usableFromInline
  mutating func setToNothing(_ slot: Int) { put(.nothing, at: slot) }

  @usableFromInline
  mutating func set(_ slot: Int, to lambda: Lambda) {
    put(.lambda(lambdas.count), at: slot)
    lambdas.append(lambda)
  }

  /// Where the next text begins.
  ///
  /// Mutating, as code of other modules would copy the whole arena to ask.
  @usableFromInline var endOfText: Int { mutating get { text.pointee.bytes.count } }

  /// Sets a text that has been written from there on.
  @usableFromInline @inline(__always)
  mutating func set(_ slot: Int, toTextFrom start: Int) {
    put(.text(at: start, count: endOfText - start), at: slot)
  }

  /// Sets rows that have been written from there on.
  mutating func set(_ slot: Int, toRowsFrom start: Int) {
    set(slot, toTextFrom: start)
    cells[slot].kind = .rendered
  }

  /// Makes a list whose values are then set one by one.
  /// - Returns: the slot of the first.
  @usableFromInline
  mutating func setList(_ slot: Int, count: Int) -> Int {
    let start = reserve(count)
    put(.list(at: start, count: count), at: slot)
    return start
  }

  @usableFromInline
  mutating func kind<Item: Fielded>(of type: Item.Type) -> Int { shapes.kind(of: type) }

  /// How many kinds a part has: its own, and those of its parts.
  @usableFromInline
  mutating func kindsOfPart(_ kind: Int) -> Int { shapes.kinds[kind].span }

  /// Makes a list of objects of one kind.
  /// - Returns: the slots of the first.
  @usableFromInline
  mutating func setRows(_ slot: Int, as kind: Int, count: Int) -> Slots {
    let shape = shapes.shape(of: kind)
    let start = reserve(shape.count * count)
    put(.rows(at: start, of: shape, count: count), at: slot)
    return slots(at: start, of: kind, shape)
  }

  /// Makes an object of one kind.
  @usableFromInline
  mutating func setObject(_ slot: Int, as kind: Int) -> Slots {
    let shape = shapes.shape(of: kind)
    let start = reserve(shape.count)
    put(.object(at: start, row: shape.row), at: slot)
    return slots(at: start, of: kind, shape)
  }

  @inline(__always)
  private func slots(at start: Int, of kind: Int, _ shape: Shapes.Kind) -> Slots {
    Slots(
      start: start, count: shape.count, part: kind + 1,
      unread: plan?.flags(of: kind) ?? wholeObject)
  }

  @usableFromInline
  mutating func set(_ slot: Int, to value: Value) {
    switch value {
    case .null: setToNothing(slot)
    case .bool(let flag): set(slot, to: flag)
    case .number(let text), .string(let text): set(slot, to: text)
    case .lambda(let lambda): set(slot, to: lambda)
    case .list(let items):
      guard descend() else { return setToNothing(slot) }
      let start = setList(slot, count: items.count)
      for (index, item) in items.enumerated() { set(start + index, to: item) }
      ascend()
    case .object(let members):
      guard descend() else { return setToNothing(slot) }
      set(slot, to: members)
      ascend()
    }
  }

  private mutating func set(_ slot: Int, to members: [Value.Member]) {
    let start = reserve(members.count)
    var node = Shapes.root
    var next = start
    for member in members {
      guard let step = shapes.step(from: node, to: member.name) else { continue }
      node = step
      set(next, to: member.value)
      next += 1
    }
    put(.object(at: start, row: shapes.row(endingAt: node), data: data.count), at: slot)
    data.append(members)
  }

  func string(of cell: Cell) -> String {
    let start = text.pointee.bytes.start + cell.payload
    let bytes = UnsafeBufferPointer(start: start, count: Int(cell.count))
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A member of an object from data, whose name no template had asked for when the object was
  /// made.
  mutating func lateField(_ name: String, of cell: Int32) -> Int32? {
    let object = cells[Int(cell)]
    guard object.kind == .object, object.count > 0 else { return nil }
    let field = LateField(data: object.count, name: name)
    if let slot = lateFields[field] { return slot }
    var slot: Int32?
    if let member = data[Int(object.count)].last(where: { $0.name == name }) {
      let cell = reserve(1)
      set(cell, to: member.value)
      slot = Int32(cell)
    }
    lateFields[field] = .some(slot)
    return slot
  }
}
