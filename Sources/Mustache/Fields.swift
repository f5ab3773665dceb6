/// Where pages write their fields: an arena that keeps values as plain cells, ready for templates.
///
/// Text is copied in once; nothing refers to the page afterwards. Fields that no template asks for
/// are passed over, lists and all.
public struct Fields: ~Copyable {
  var shapes: Shapes
  /// Finished lists' items and objects' fields, each run of them together.
  var cells = Buffer<Cell>()
  /// A stack of what is not finished: fields of the objects being written, items of open lists.
  var pending = Buffer<Cell>()
  /// The bytes of all strings, one behind the other.
  var text = Pieces()
  /// How far the object being written has come.
  private var node = Shapes.root

  /// The cell that is always there, for no value at all.
  static let nothing = 0

  init(shapes: consuming Shapes) {
    self.shapes = shapes
    cells.append(.nothing)
  }

  mutating func removeAll() {
    cells.removeAll(keeping: 1 << 14)
    cells.append(.nothing)
    pending.removeAll(keeping: 1 << 14)
    text.bytes.removeAll(keeping: 1 << 18)
    shapes.trim()
  }

  /// Sets a field to a text; `nil` shows nothing and is passed over by sections, as is an empty one.
  public mutating func set(_ name: StaticString, _ text: String?) {
    guard begin(name) else { return }
    if let text { add(text) } else { pending.append(.nothing) }
  }

  /// Sets a field to a text that `write` puts together from pieces, which makes no strings on the way.
  public mutating func set(_ name: StaticString, _ write: (inout Pieces) -> Void) {
    guard begin(name) else { return }
    let offset = text.bytes.count
    write(&text)
    pending.append(.text(at: offset, count: text.bytes.count - offset))
  }

  /// Sets a field to a number, which shows in decimal digits; `nil` shows nothing.
  public mutating func set(_ name: StaticString, _ number: Int?) {
    guard begin(name) else { return }
    pending.append(number.map(Cell.integer) ?? .nothing)
  }

  /// Sets a field to a flag for sections.
  public mutating func set(_ name: StaticString, _ flag: Bool) {
    guard begin(name) else { return }
    pending.append(.bool(flag))
  }

  /// Sets a field to texts that a section goes through.
  public mutating func set(_ name: StaticString, _ texts: [String]) {
    guard begin(name) else { return }
    let mark = pending.count
    for text in texts { add(text) }
    endList(mark)
  }

  /// Sets a field to something with fields of its own; sections pass over `nil`.
  @inlinable
  public mutating func set<Item: Fielded>(_ name: StaticString, _ item: Item?) {
    guard begin(name) else { return }
    if let item { add(item) } else { addNothing() }
  }

  /// Sets a field to things that a section goes through.
  @inlinable
  public mutating func set<Item: Fielded>(_ name: StaticString, _ items: [Item]) {
    guard begin(name) else { return }
    let mark = beginList()
    for item in items { add(item) }
    endList(mark)
  }

  /// Sets a field to data.
  public mutating func set(_ name: StaticString, _ value: Value) {
    guard begin(name) else { return }
    add(value)
  }

  /// An object that is not finished, while another is written inside it.
  @usableFromInline
  struct Outer {
    fileprivate let node: Int32
    fileprivate let mark: Int
  }

  @inlinable
  mutating func add(_ item: some Fielded) {
    let outer = beginObject()
    item.write(to: &self)
    endObject(outer)
  }

  /// Whether the field that comes next is to be kept.
  @usableFromInline
  mutating func begin(_ name: StaticString) -> Bool {
    node = shapes.step(from: node, to: name)
    return shapes.isUsed(node)
  }

  @usableFromInline
  mutating func addNothing() { pending.append(.nothing) }

  @usableFromInline
  mutating func beginList() -> Int { pending.count }

  @usableFromInline
  mutating func endList(_ mark: Int) {
    let count = pending.count - mark
    let offset = finish(from: mark)
    pending.append(.list(at: offset, count: count))
  }

  @usableFromInline
  mutating func beginObject() -> Outer {
    defer { node = Shapes.root }
    return Outer(node: node, mark: pending.count)
  }

  @usableFromInline
  mutating func endObject(_ outer: Outer) {
    let row = shapes.row(endingAt: node)
    pending.append(.object(at: finish(from: outer.mark), row: row))
    node = outer.node
  }

  /// Moves what stands above the mark to its lasting place.
  private mutating func finish(from mark: Int) -> Int {
    let offset = cells.count
    cells.append(pending.start + mark, count: pending.count - mark)
    pending.count = mark
    return offset
  }

  private mutating func add(_ string: String) {
    let offset = text.bytes.count
    text.append(string)
    pending.append(.text(at: offset, count: text.bytes.count - offset))
  }

  mutating func add(_ value: Value) {
    switch value {
    case .null: pending.append(.nothing)
    case .bool(let flag): pending.append(.bool(flag))
    case .number(let text), .string(let text): add(text)
    case .list(let items):
      let mark = beginList()
      for item in items { add(item) }
      endList(mark)
    case .object(let members):
      let outer = beginObject()
      for member in members {
        let next = shapes.step(from: node, to: member.name)
        guard next != node else { continue }
        node = next
        add(member.value)
      }
      endObject(outer)
    }
  }
}
