import LTI
import Site
import Storage
import Web

/// The secret with which a frame leads its room, as it can't keep a cookie.
struct LedRoom: SessionPart, Equatable {
  static let tag: UInt8 = 11

  let secret: HostSecret

  init(secret: HostSecret) { self.secret = secret }

  init?(_ fields: PackedFields) {
    guard let secret = fields.text(1).flatMap(HostSecret.init) else { return nil }
    self.secret = secret
  }

  func pack(into packer: inout Packer) { packer.put(1, secret.text) }
}

/// The name that a learning platform sent, offered when its owner takes a seat.
struct GivenName: SessionPart, Equatable {
  static let tag: UInt8 = 12

  let text: String

  init(text: String) { self.text = text }

  init?(_ fields: PackedFields) {
    guard let text = fields.text(1) else { return nil }
    self.text = text
  }

  func pack(into packer: inout Packer) { packer.put(1, text) }
}

/// The room of somebody from a course, which no teacher may have opened yet.
struct AwaitedRoom: SessionPart, Equatable {
  static let tag: UInt8 = 13

  /// The platform, its deployment and the link.
  let place: [String]

  init(place: [String]) { self.place = place }

  init?(_ fields: PackedFields) {
    place = fields.texts(1)
    guard place.count == 4 else { return nil }
  }

  func pack(into packer: inout Packer) { for text in place { packer.put(1, text) } }
}

/// The platform's request for content that a teacher is choosing.
struct KeptChoice: SessionPart, Equatable {
  static let tag: UInt8 = 14

  let choice: ContentChoice

  init(choice: ContentChoice) { self.choice = choice }

  init?(_ fields: PackedFields) {
    guard let platform = fields.text(1), let deployment = fields.text(2),
      let address = fields.text(3)
    else { return nil }
    choice = ContentChoice(
      platform: platform, deployment: deployment, returnAddress: address, data: fields.text(4),
      types: Set(fields.texts(5)))
  }

  func pack(into packer: inout Packer) {
    packer.put(1, choice.platform)
    packer.put(2, choice.deployment)
    packer.put(3, choice.returnAddress)
    packer.put(4, choice.data)
    for type in choice.types.sorted() { packer.put(5, type) }
  }
}
