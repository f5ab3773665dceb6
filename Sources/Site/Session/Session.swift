/// What the hall keeps of a visitor: one part a feature, each on its own, so that one game's bytes are
/// neither read nor changed by another.
package struct Session: Equatable, Sendable {
  private struct Packet: Equatable {
    let tag: UInt8
    var bytes: [UInt8]
  }

  private var packets: [Packet] = []
  /// It stands in for one whose file could not be read; the visitor is told, and it is never kept.
  package private(set) var isReplacement = false

  /// A new session for a visitor whose own could not be read.
  package static var replacement: Session { Session().asReplacement }

  /// The same, standing in for another one.
  package var asReplacement: Session {
    var session = self
    session.isReplacement = true
    return session
  }

  package init() {}

  /// Opens what `bytes` gave; parts that this version does not know stay as they are.
  /// - Returns: `nil` for bytes that are no session.
  package init?(_ bytes: [UInt8]) {
    guard bytes.starts(with: Session.signature),
      let fields = PackedFields(bytes.dropFirst(Session.signature.count))
    else { return nil }
    packets = fields.all.map { Packet(tag: $0.tag, bytes: Array($0.content)) }
  }

  package var bytes: [UInt8] {
    var packer = Packer()
    for packet in packets { packer.put(packet.tag, packet.bytes) }
    return Session.signature + packer.bytes
  }

  /// Format 1.
  private static let signature = Array("dh1\n".utf8)

  /// What one feature keeps; `nil` before its first move.
  ///
  /// A part that cannot be read counts as none: the game begins anew instead of never again.
  subscript<Part: SessionPart>(_: Part.Type) -> Part? {
    get {
      packets.first { $0.tag == Part.tag }.flatMap { PackedFields($0.bytes[...]) }
        .flatMap(Part.init)
    }
    set {
      let index = packets.firstIndex { $0.tag == Part.tag }
      guard let newValue else {
        if let index { packets.remove(at: index) }
        return
      }
      var packer = Packer()
      newValue.pack(into: &packer)
      if let index {
        packets[index].bytes = packer.bytes
      } else {
        packets.append(Packet(tag: Part.tag, bytes: packer.bytes))
      }
    }
  }
}

/// What one feature keeps in a session.
protocol SessionPart: Packed {
  /// Names it in the session's file, so it never changes and is never given to another part.
  static var tag: UInt8 { get }
}

/// A part that forms change.
protocol RevisedPart: SessionPart {
  init()

  /// Raised by every move; forms carry it, so that a stale page plays nothing.
  var revision: Int { get set }

  /// What a visitor is told whose form came too late.
  static func notice(of lapse: Lapse) -> Problem.Notice
}

/// A game as a session keeps it: the rules' value and what the page shows of the past.
protocol GameState: RevisedPart {
  /// What a rule corrected in the last move, until the next.
  var notice: String? { get set }

  /// The game's page, with the reason why a move changed nothing.
  func page(problem: Problem?) -> any Page
}

extension GameState {
  static func notice(of lapse: Lapse) -> Problem.Notice { lapse.ofGame }
}
