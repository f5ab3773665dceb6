import Storage
import Web

/// What the hall stores for a visitor: one part per feature, each packed on its own.
///
/// A move in one game neither reads nor changes another game's bytes.
package struct Session: Equatable, Sendable {
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

  /// What is stored; if all parts together are too long, the oldest throws of the dice give way.
  package var bytes: [UInt8] {
    let bytes = packed
    let excess = bytes.count - StorageLimits.sessionBytes
    guard excess > 0, var dice = self[DiceState.self] else { return bytes }
    // How many have gone takes a little more room then.
    dice.forget(bytes: excess + 8)
    var session = self
    session[DiceState.self] = dice
    return session.packed
  }

  private var packed: [UInt8] {
    var packer = Packer(room: parts.reduce(0) { $0 + $1.bytes.count + 8 })
    for part in parts { packer.put(part.tag, part.bytes) }
    return Session.signature + packer.bytes
  }

  /// The first bytes of format 1.
  private static let signature = Array("dh1\n".utf8)

  /// One feature's part; `nil` before its first move.
  ///
  /// A part that can't be read counts as missing: the game starts over instead of failing for ever.
  /// A part with nothing in it is not stored.
  subscript<Part: SessionPart>(_: Part.Type) -> Part? {
    get {
      parts.first { $0.tag == Part.tag }.flatMap { PackedFields($0.bytes) }
        .flatMap(Part.init)
    }
    set {
      let index = parts.firstIndex { $0.tag == Part.tag }
      guard let newValue else {
        if let index { parts.remove(at: index) }
        return
      }
      // A move adds little to what there is.
      var packer = Packer(room: (index.map { parts[$0].bytes.count } ?? 0) + 128)
      newValue.pack(into: &packer)
      if let index {
        parts[index].bytes = packer.bytes[...]
      } else if !packer.bytes.isEmpty {
        parts.append(StoredPart(tag: Part.tag, bytes: packer.bytes[...]))
      }
    }
  }
}

/// What one feature stores in a session.
protocol SessionPart: Packed {
  /// Identifies the part in stored sessions; it never changes and is never reused.
  static var tag: UInt8 { get }
}

/// A part that visitors change through forms.
protocol MovedPart: SessionPart {
  init()

  /// Why that form can no longer be acted on; `nil` if it can.
  func expiry(of form: Form) -> FormExpiry?

  /// The notice for a visitor whose form can no longer be acted on.
  static func notice(of expiry: FormExpiry) -> Problem.Notice

  /// Called after each move that changed something.
  mutating func endMove()
}

extension MovedPart {
  func expiry(of form: Form) -> FormExpiry? { nil }
  mutating func endMove() {}
}

/// A part whose forms carry its revision, so that a stale page plays nothing.
protocol RevisedPart: MovedPart {
  /// Goes up by 1 with every move.
  var revision: Int { get set }
}

extension RevisedPart {
  /// A form without a revision counts as revision 0.
  func expiry(of form: Form) -> FormExpiry? {
    guard form["revision"] ?? "0" != String(revision) else { return nil }
    return revision == 0 ? .lost : .stale
  }

  mutating func endMove() { revision += 1 }
}

/// A game as a session stores it: the rules' value and the history that the page shows.
protocol GameState: RevisedPart {
  /// What a rule corrected in the last move; gone after the next.
  var notice: String? { get set }

  /// The game's page, with the reason if a move changed nothing.
  func page(in visit: Visit, problem: Problem?) -> any Page
}

extension GameState {
  static func notice(of expiry: FormExpiry) -> Problem.Notice { expiry.ofGame }

  /// The notice to show: a problem's own, as no success of an earlier move belongs beside it.
  func notice(beside problem: Problem?) -> String? {
    guard let problem else { return notice }
    return problem.notice?.sentence
  }
}
