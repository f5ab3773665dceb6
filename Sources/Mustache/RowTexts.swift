import Synchronization

/// What rows with keys show, for all renderers of a set of templates, which take turns.
///
/// Unchecked, as nobody gets at it without the lock.
final class RowTexts: @unchecked Sendable {
  private let lock = Mutex(())
  private let rows = UnsafeMutablePointer<RowRenderer>.allocate(capacity: 1)

  init(library: Library) {
    rows.initialize(to: RowRenderer(renderer: Renderer(library: library, rows: nil)))
  }

  deinit {
    rows.deinitialize(count: 1)
    rows.deallocate()
  }

  /// Calls the closure while nobody else uses them.
  func use(_ body: (UnsafeMutablePointer<RowRenderer>) -> Void) {
    lock.withLock { _ in body(rows) }
  }
}

/// Renders rows, and remembers what the latest showed.
struct RowRenderer: ~Copyable {
  private var renderer: Renderer
  private var memory = RowMemory()

  init(renderer: consuming Renderer) { self.renderer = renderer }

  /// Appends what a row shows.
  /// - Returns: `false` if it isn't remembered.
  mutating func append(_ key: RowMemory.Key, to text: inout Buffer<UInt8>) -> Bool {
    guard let shown = memory.text(of: key) else { return false }
    text.append(shown.start, count: shown.count)
    return true
  }

  /// Renders a row, appends what it shows, and remembers that.
  mutating func append<Row: KnownRow>(
    _ row: Row, _ key: RowMemory.Key, to text: inout Buffer<UInt8>
  ) throws(RenderError) {
    defer { renderer.removeAll() }
    renderer.push(row)
    try renderer.render(Row.template)
    let shown = UnsafePointer(renderer.output.start)
    text.append(shown, count: renderer.output.count)
    guard text.count <= renderer.library.limits.output else {
      throw .tooLong(Location(file: Row.template, line: 1, column: 1))
    }
    memory.keep(shown, count: renderer.output.count, of: key)
  }
}

/// The texts of the latest rows by their keys, in so much memory and no more: new ones take the
/// place of older ones.
///
/// They lie in a ring, each behind its key, and a table says where. What has been overwritten since
/// is forgotten.
struct RowMemory: ~Copyable {
  struct Key {
    fileprivate let type: Int
    fileprivate let variant: UInt8
    fileprivate let bytes: UnsafeRawBufferPointer

    init<Row: KnownRow>(type: Row.Type, variant: UInt8, bytes: UnsafeRawBufferPointer) {
      self.type = Int(bitPattern: ObjectIdentifier(type))
      self.variant = variant
      self.bytes = bytes
    }
  }

  /// Where a row is remembered.
  private struct Place {
    /// The address of its type, 0 for no row.
    var type = 0
    /// Counted through all bytes ever written.
    var start = 0
    var keyCount: Int32 = 0
    var textCount: Int32 = 0
    var variant: UInt8 = 0
  }

  /// The most rows, as a power of 2.
  fileprivate static let bits = 12
  static let rows = 1 << bits
  /// How many bytes keys and texts may take together.
  static let room = 1 << 20
  /// A row that takes more is not remembered.
  static let largest = 1 << 13

  private var places = Buffer<Place>()
  /// The place of the key that was asked for last.
  private var asked = 0
  /// Memory comes from the system only where it has been written to.
  private let ring = UnsafeMutableRawPointer.allocate(byteCount: room, alignment: 16)
  /// How many bytes were ever written.
  private var end = 0

  deinit { ring.deallocate() }

  /// The text of a row, which stays there until the next one is kept; `nil` if it is forgotten.
  mutating func text(of key: Key) -> (start: UnsafePointer<UInt8>, count: Int)? {
    asked = key.place
    guard places.count > 0 else { return nil }
    let place = places[asked]
    guard place.type == key.type, place.variant == key.variant,
      Int(place.keyCount) == key.bytes.count, place.start >= end - RowMemory.room
    else { return nil }
    let start = ring + place.start % RowMemory.room
    guard key.isEqual(to: start) else { return nil }
    let text = (start + key.bytes.count).assumingMemoryBound(to: UInt8.self)
    return (UnsafePointer(text), Int(place.textCount))
  }

  /// Remembers what the row shows whose text was asked for last.
  mutating func keep(_ text: UnsafePointer<UInt8>, count: Int, of key: Key) {
    let size = key.bytes.count + count
    guard size <= RowMemory.largest, let bytes = key.bytes.baseAddress else { return }
    if places.count == 0 { places.append(repeating: Place(), count: RowMemory.rows) }
    // A row lies in one piece.
    let left = RowMemory.room - end % RowMemory.room
    if left < size { end += left }
    let start = ring + end % RowMemory.room
    start.copyMemory(from: bytes, byteCount: key.bytes.count)
    (start + key.bytes.count).copyMemory(from: text, byteCount: count)
    places[asked] = Place(
      type: key.type, start: end, keyCount: Int32(key.bytes.count),
      textCount: Int32(count), variant: key.variant)
    end += size
  }
}

extension RowMemory.Key {
  /// The place for it among all, which depends on all of it.
  ///
  /// Its type only moves the place, so that the same keys share one in every process, wherever the
  /// code of that lies.
  fileprivate var place: Int {
    var hash = UInt64(bytes.count) << 48 ^ UInt64(variant) << 56
    for index in stride(from: 0, to: bytes.count, by: 8) {
      hash = (hash ^ word(at: index, of: bytes)) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 32
    }
    // The highest bits depend on all others.
    return (Int(hash >> UInt64(64 - RowMemory.bits)) &+ type &>> 4) & (RowMemory.rows - 1)
  }

  /// Whether the same bytes lie there.
  fileprivate func isEqual(to place: UnsafeRawPointer) -> Bool {
    let others = UnsafeRawBufferPointer(start: place, count: bytes.count)
    for index in stride(from: 0, to: bytes.count, by: 8) {
      guard word(at: index, of: bytes) == word(at: index, of: others) else { return false }
    }
    return true
  }

  /// Eight bytes; those behind the end count as 0.
  @inline(__always)
  private func word(at index: Int, of bytes: UnsafeRawBufferPointer) -> UInt64 {
    guard index &+ 8 > bytes.count else {
      return bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
    }
    return bytes[index...].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
