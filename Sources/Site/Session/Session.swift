import Storage
import Web

/// A visitor's stored session: one part for each feature, each packed on its own.
///
/// A move in one game neither reads nor changes another game's bytes.
public struct Session: Equatable, Sendable {
  private struct StoredPart: Equatable {
    let tag: UInt8
    /// The part's bytes as stored, until a move changes it.
    var bytes: ArraySlice<UInt8>
  }

  private var parts: [StoredPart] = []
  /// Whether it replaces a session that could not be read.
  ///
  /// The visitor sees a notice, and a replacement is never saved.
  package private(set) var isReplacement = false

  /// A new session for a visitor whose own could not be read.
  package static var replacement: Session { Session().asReplacement }

  /// A copy that is marked as a replacement.
  package var asReplacement: Session {
    var session = self
    session.isReplacement = true
    return session
  }

  package init() {}

  /// Opens stored bytes; parts that this version doesn't know stay as they are.
  /// - Returns: `nil` for bytes that aren't a session.
  package init?(_ bytes: [UInt8]) {
    guard bytes.starts(with: Session.signature),
      let fields = PackedFields(bytes.dropFirst(Session.signature.count))
    else { return nil }
    // Room for every feature's part.
    parts.reserveCapacity(8)
    fields.visit { tag, content in
      parts.append(StoredPart(tag: tag, bytes: content))
      return true
    }
  }

  /// The bytes to store.
  package var bytes: [UInt8] {
    var packer = Packer(room: room)
    packer.append(fields: Session.signature[...])
    for part in parts { packer.put(part.tag, part.bytes) }
    return packer.bytes
  }

  /// At least the number of bytes that are stored.
  private var room: Int { parts.reduce(Session.signature.count) { $0 + $1.bytes.count + 8 } }

  /// Returns the session; if it is too long to be stored, these parts shrink one after another.
  func shrunk(_ parts: [any ShrinkingPart.Type]) -> Session {
    var session = self
    for part in parts where session.room > StorageLimits.sessionBytes {
      session.shrink(part, by: session.bytes.count - StorageLimits.sessionBytes)
    }
    return session
  }

  private mutating func shrink<Part: ShrinkingPart>(_: Part.Type, by excess: Int) {
    guard excess > 0, var part = self[Part.self] else { return }
    // The count of what has been dropped then takes a little more room.
    part.forget(bytes: excess + 8)
    self[Part.self] = part
  }

  /// The first bytes of format 1.
  private static let signature = Array("dh1\n".utf8)

  /// A feature's part; `nil` before its first move.
  ///
  /// A part that can't be read counts as missing: the game starts over instead of failing forever.
  /// An empty part is not stored.
  public subscript<Part: SessionPart>(_: Part.Type) -> Part? {
    // This is specialised for parts in other modules, too.
    @inlinable get { fields(of: Part.tag).flatMap(Part.init) }
    set {
      guard let newValue else { return remove(Part.tag) }
      // A move adds little to the stored part.
      var packer = Packer(room: size(of: Part.tag) + 128)
      newValue.pack(into: &packer)
      store(packer.bytes, as: Part.tag)
    }
  }

  private func index(of tag: UInt8) -> Int? { parts.firstIndex { $0.tag == tag } }

  @usableFromInline func fields(of tag: UInt8) -> PackedFields? {
    index(of: tag).flatMap { PackedFields(parts[$0].bytes) }
  }

  private func size(of tag: UInt8) -> Int {
    index(of: tag).map { parts[$0].bytes.count } ?? 0
  }

  private mutating func remove(_ tag: UInt8) {
    if let index = index(of: tag) { parts.remove(at: index) }
  }

  private mutating func store(_ bytes: [UInt8], as tag: UInt8) {
    if let index = index(of: tag) {
      parts[index].bytes = bytes[...]
    } else if !bytes.isEmpty {
      parts.append(StoredPart(tag: tag, bytes: bytes[...]))
    }
  }
}

/// A feature's part of a session.
public protocol SessionPart: Packed {
  /// The tag that identifies the part in stored sessions; it never changes and is never reused.
  static var tag: UInt8 { get }
}

/// A part that shrinks if a session is too long to be stored.
protocol ShrinkingPart: SessionPart, SendableMetatype {
  /// Drops what matters least, to save at least this many bytes if possible.
  mutating func forget(bytes: Int)
}

/// A part that visitors change through forms.
package protocol MovedPart: SessionPart {
  init()

  /// Returns why that form has expired, if it has.
  func expiry(of form: Form) -> FormExpiry?

  /// Returns the notice for a visitor whose form has expired.
  static func notice(of expiry: FormExpiry) -> Problem.Notice

  /// Called after each move that changed something.
  mutating func endMove()
}

extension MovedPart {
  package func expiry(of form: Form) -> FormExpiry? { nil }
  package mutating func endMove() {}
}

/// A part whose forms carry its revision, so that a stale page plays nothing.
package protocol RevisedPart: MovedPart {
  /// The revision, which increases by 1 with every move.
  var revision: Int { get set }
}

extension RevisedPart {
  /// Returns a form without a revision counts as revision 0.
  package func expiry(of form: Form) -> FormExpiry? {
    guard form["revision"] ?? "0" != String(revision) else { return nil }
    return revision == 0 ? .lost : .stale
  }

  package mutating func endMove() { revision += 1 }
}

/// A game as stored in a session: the rules' value and the history on the page.
package protocol GameState: RevisedPart {
  /// A rule's correction in the last move; gone after the next.
  var notice: String? { get set }

  /// Returns the game's page, with the problem if a move changed nothing.
  func page(in visit: Visit, problem: Problem?) -> any Page
}

extension GameState {
  package static func notice(of expiry: FormExpiry) -> Problem.Notice { expiry.ofGame }

  /// Returns the notice to show; a problem's own replaces the success of an earlier move.
  package func notice(beside problem: Problem?) -> String? {
    guard let problem else { return notice }
    return problem.notice?.sentence
  }
}
