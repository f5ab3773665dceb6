/// A growable array of plain values in raw memory with a single owner.
///
/// An array would check on each append whether it is shared; this never is. `slack` more elements
/// may be read and written after the last one, so that bytes can be moved in whole words.
///
/// It may begin in memory that it has been lent, and leaves that when it needs more.
struct Buffer<Element: BitwiseCopyable>: ~Copyable {
  static var slack: Int { 64 }

  private(set) var start: UnsafeMutablePointer<Element>
  /// Never more than the reserved room.
  var count = 0
  private(set) var room: Int
  /// Whether the memory is somebody else's.
  private(set) var isLent = false

  init(room: Int = 64) {
    self.room = room
    start = Buffer.allocate(room)
  }

  /// Begins in memory with room for the slack, too, which must outlive the buffer.
  init(lent memory: UnsafeMutableBufferPointer<Element>) {
    precondition(memory.count >= Buffer.slack, "less room than the slack needs")
    room = memory.count - Buffer.slack
    isLent = memory.baseAddress != nil
    start = memory.baseAddress ?? Buffer.allocate(room)
  }

  deinit { if !isLent { start.deallocate() } }

  /// Zeroed, so that reading the slack is deterministic.
  private static func allocate(_ room: Int) -> UnsafeMutablePointer<Element> {
    let size = (room + slack) * MemoryLayout<Element>.stride
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: size, alignment: MemoryLayout<Element>.alignment)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    return memory.assumingMemoryBound(to: Element.self)
  }

  /// Makes room for this many more elements.
  @inline(__always)
  mutating func reserve(_ extra: Int) {
    if count + extra > room { grow(to: count + extra) }
  }

  @inline(never)
  private mutating func grow(to needed: Int) {
    let larger = max(needed, room * 2)
    let memory = Buffer.allocate(larger)
    memory.update(from: start, count: count)
    if !isLent { start.deallocate() }
    start = memory
    isLent = false
    room = larger
  }

  @inline(__always)
  mutating func append(_ element: Element) {
    reserve(1)
    start[count] = element
    count += 1
  }

  mutating func append(_ elements: UnsafePointer<Element>, count extra: Int) {
    reserve(extra)
    (start + count).update(from: elements, count: extra)
    count += extra
  }

  mutating func append(repeating element: Element, count extra: Int) {
    reserve(extra)
    (start + count).update(repeating: element, count: extra)
    count += extra
  }

  /// Appends elements whose bytes are all zero.
  mutating func append(zeroed extra: Int) {
    reserve(extra)
    UnsafeMutableRawPointer(start + count).initializeMemory(
      as: UInt8.self, repeating: 0, count: extra * MemoryLayout<Element>.stride)
    count += extra
  }

  @inline(__always)
  subscript(index: Int) -> Element {
    get {
      assert(0..<count ~= index)
      return start[index]
    }
    set {
      assert(0..<count ~= index)
      start[index] = newValue
    }
  }

  /// Empties the buffer and gives back memory beyond this many elements, so that one huge page has
  /// no lasting effect.
  mutating func removeAll(keeping most: Int) {
    count = 0
    if room > most { self = Buffer() }
  }
}
