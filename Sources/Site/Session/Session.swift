import Storage
import Web

/// What the hall stores for a visitor: one part per feature, each packed on its own.
///
/// A move in one game neither reads nor changes another game's bytes.
public struct Session: Equatable, Sendable {
  private struct StoredPart: Equatable {
    let tag: UInt8
    /// Part of what was stored, until a move changes it.
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
    // Room for every feature's.
    parts.reserveCapacity(8)
    fields.visit { tag, content in
      parts.append(StoredPart(tag: tag, bytes: content))
      return true
    }
  }

  /// What is stored.
  package var bytes: [UInt8] {
    var packer = Packer(room: room)
    packer.append(fields: Session.signature[...])
    for part in parts { packer.put(part.tag, part.bytes) }
    return packer.bytes
  }

  /// At least as many bytes as are stored.
  private var room: Int { parts.reduce(Session.signature.count) { $0 + $1.bytes.count + 8 } }

  /// The same session, or a shorter one if it is too long to be stored: these parts give way, one
  /// after the other.
  func shrunk(_ parts: [any ShrinkingPart.Type]) -> Session {
    var session = self
    for part in parts where session.room > StorageLimits.sessionBytes {
      session.shrink(part, by: session.bytes.count - StorageLimits.sessionBytes)
    }
    return session
  }

  private mutating func shrink<Part: ShrinkingPart>(_: Part.Type, by excess: Int) {
    guard excess > 0, var part = self[Part.self] else { return }
    // What tells how much has gone takes a little more room then.
    part.forget(bytes: excess + 8)
    self[Part.self] = part
  }

  /// The first bytes of format 1.
  private static let signature = Array("dh1\n".utf8)

  /// One feature's part; `nil` before its first move.
  ///
  /// A part that can't be read counts as missing: the game starts over instead of failing for ever.
  /// A part with nothing in it is not stored.
  public subscript<Part: SessionPart>(_: Part.Type) -> Part? {
    // So that it is specialized for parts of other modules, too.
    @inlinable get { fields(of: Part.tag).flatMap(Part.init) }
    set {
      guard let newValue else { return remove(Part.tag) }
      // A move adds little to what there is.
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

/// What one feature stores in a session.
public protocol SessionPart: Packed {
  /// Identifies the part in stored sessions; it never changes and is never reused.
  static var tag: UInt8 { get }
}

/// A part that gives way when a session is too long to be stored.
protocol ShrinkingPart: SessionPart, SendableMetatype {
  /// Forgets what matters least, to take at least so many bytes less, if it has them.
  mutating func forget(bytes: Int)
}

/// A part that visitors change through forms.
package protocol MovedPart: SessionPart {
  init()

  /// Why that form can no longer be acted on; `nil` if it can.
  func expiry(of form: Form) -> FormExpiry?

  /// Returns the notice for a visitor whose form can no longer be acted on.
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
  /// Goes up by 1 with every move.
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

/// A game as a session stores it: the rules' value and the history that the page shows.
package protocol GameState: RevisedPart {
  /// What a rule corrected in the last move; gone after the next.
  var notice: String? { get set }

  /// Returns the game's page, with the reason if a move changed nothing.
  func page(in visit: Visit, problem: Problem?) -> any Page
}

extension GameState {
  package static func notice(of expiry: FormExpiry) -> Problem.Notice { expiry.ofGame }

  /// The notice to show: a problem's own, as no success of an earlier move belongs beside it.
  package func notice(beside problem: Problem?) -> String? {
    guard let problem else { return notice }
    return problem.notice?.sentence
  }
}
