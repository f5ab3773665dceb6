import Games
import Web

/// What came of a character that was to be put on the cloud.
enum Sharing: Equatable {
  /// The secret lets whoever has it delete the character; it is told once.
  case created(secret: String)
  /// It is there already, just as it is.
  case same
  /// There is another one under its id.
  case conflict
  /// The visitor has put enough there for now.
  case wait(seconds: Int)

  /// The secret; `nil` where the character was there already.
  ///
  /// `way` is a sentence on what helps where another one is there under its id.
  /// - Throws: `Problem` where the character is not there now.
  func secret(orElse way: String) throws(Problem) -> String? {
    switch self {
    case .created(let secret): return secret
    case .same: return nil
    case .conflict:
      throw Problem(
        "Dragon Cloud has another character with the same number. \(way)", status: .conflict)
    case .wait(let seconds):
      throw Problem(
        """
        You have put many characters on Dragon Cloud in a short time. Try again in \
        \(seconds.counted("second", "seconds")); your character waits here.
        """, status: .tooManyRequests, retryAfter: seconds)
    }
  }
}

extension Visit {
  /// Puts a character on the cloud, where everybody can see it, once and for all.
  ///
  /// What is there already costs nothing of what a visitor may put there.
  func share(_ character: PlayerCharacter) throws(Trouble) -> Sharing {
    let record = Cloud.Record(character, saved: now)
    if let known = try stores.cloud.read(record.id) {
      return known.bytes == record.bytes ? .same : .conflict
    }
    if let seconds = try stores.cloud.admit(request.client ?? "", now) {
      return .wait(seconds: seconds)
    }
    return switch try stores.cloud.add(record) {
    case .created(let secret): .created(secret: secret)
    case .same: .same
    case .conflict: .conflict
    }
  }

  /// The character whose id is in the address.
  /// - Throws: `Refusal` 404, or `Trouble`.
  func cloudRecord() throws -> Cloud.Record {
    guard let id = CharacterID(text: parameter), let record = try stores.cloud.read(id.text) else {
      throw Refusal(.notFound, "There is no such character on Dragon Cloud.")
    }
    return record
  }
}

extension Cloud.Record {
  /// - Throws: `Trouble.damaged` for bytes that are no character.
  func character() throws(Trouble) -> PlayerCharacter {
    guard let character = CharacterJSON.stored(bytes) else { throw .damaged }
    return character
  }
}

/// Addresses of the cloud's pages, below the mount.
enum CloudAddress {
  static func character(_ id: String) -> String { "/osr/cloud/\(id)" }

  /// The secret link: it leads to a page that asks before anything is deleted.
  static func deletion(_ id: String, _ secret: String) -> String {
    "\(character(id))/delete?\(PercentCoding.encode([("secret", secret)]))"
  }
}
