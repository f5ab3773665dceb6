/// What the hall keeps of a visitor: one part a game, each on its own, so that one game's bytes are
/// neither read nor changed by another.
package struct Session: Equatable, Sendable {
  private struct Part: Equatable {
    let tag: UInt8
    var bytes: [UInt8]
  }

  private var parts: [Part] = []
  /// It stands in for one whose file could not be read; the visitor is told, and it is never kept.
  package private(set) var isReplacement = false

  /// A new table for one whose session could not be read.
  package static var replacement: Session { Session().asReplacement }

  /// The same, standing in for another one.
  package var asReplacement: Session {
    var session = self
    session.isReplacement = true
    return session
  }

  var dice: DiceState? {
    get { self[1] }
    set { self[1] = newValue }
  }

  var craps: CrapsState? {
    get { self[2] }
    set { self[2] = newValue }
  }

  var pig: PigState? {
    get { self[3] }
    set { self[3] = newValue }
  }

  var draft: DraftState? {
    get { self[4] }
    set { self[4] = newValue }
  }

  var vault: VaultState? {
    get { self[5] }
    set { self[5] = newValue }
  }

  var welcome: Welcome? {
    get { self[6] }
    set { self[6] = newValue }
  }

  var embed: FrameState? {
    get { self[7] }
    set { self[7] = newValue }
  }

  package init() {}

  /// Opens what `bytes` gave; parts that this version does not know stay as they are.
  /// - Returns: `nil` for bytes that are no session.
  package init?(_ bytes: [UInt8]) {
    guard bytes.starts(with: Session.signature),
      let fields = PackedFields(bytes.dropFirst(Session.signature.count))
    else { return nil }
    parts = fields.all.map { Part(tag: $0.tag, bytes: Array($0.content)) }
  }

  package var bytes: [UInt8] {
    var packer = Packer()
    for part in parts { packer.put(part.tag, part.bytes) }
    return Session.signature + packer.bytes
  }

  /// Format 1.
  private static let signature = Array("dh1\n".utf8)

  /// A part that cannot be read counts as none: the game begins anew instead of never again.
  private subscript<Table: Packed>(tag: UInt8) -> Table? {
    get {
      parts.first { $0.tag == tag }.flatMap { PackedFields($0.bytes[...]) }.flatMap(Table.init)
    }
    set {
      let index = parts.firstIndex { $0.tag == tag }
      guard let newValue else {
        if let index { parts.remove(at: index) }
        return
      }
      var packer = Packer()
      newValue.pack(into: &packer)
      if let index {
        parts[index].bytes = packer.bytes
      } else {
        parts.append(Part(tag: tag, bytes: packer.bytes))
      }
    }
  }
}
