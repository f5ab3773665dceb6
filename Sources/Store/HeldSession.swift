/// A session that nobody else can change until this value is gone.
package struct HeldSession: ~Copyable {
  private let file: OpenFile
  private let durability: Durability
  private var newest: Generation

  init(_ file: consuming OpenFile, _ newest: Generation, _ durability: Durability) {
    self.file = file
    self.newest = newest
    self.durability = durability
  }

  /// The state that was saved last.
  package var bytes: [UInt8] { newest.payload }

  /// Makes the bytes the session's state, or leaves the state as it is when an error is thrown.
  ///
  /// Bytes that are the state already cost nothing.
  ///
  /// - Throws: `StoreError.tooLarge`, `.full` or `.unavailable`.
  package mutating func save(_ bytes: [UInt8]) throws(StoreError) {
    guard bytes != newest.payload else { return }
    let next = newest.next(bytes)
    try file.write(next, durability)
    newest = next
  }
}
