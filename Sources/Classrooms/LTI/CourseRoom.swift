import Cryptography
import LTI
import Rooms
import Site
import Storage
import Web

/// The room for a link in a course, and the seat of somebody who follows it.
///
/// Both are derived from the link and the person, so nothing needs to be stored.
private struct CourseRoom {
  /// The platform, its deployment and the link.
  let place: [String]
  /// The seed for the room's code and its host's secret.
  let seed: String

  init(of place: [String], in registry: Registry) {
    self.place = place
    seed = registry.seed("room", place)
  }

  init(of link: String, _ launch: Launch, in registry: Registry) {
    self.init(
      of: [launch.platform.issuer, launch.platform.clientID, launch.deployment, link],
      in: registry)
  }

  var host: HostSecret { RoomOpening(seed: seed).host }

  func seat(of subject: String, in registry: Registry) -> SeatSecret {
    var draws = HashGenerator(seed: registry.seed("seat", place + [subject]))
    return SeatSecret(using: &draws)
  }
}

extension Registry {
  fileprivate func seed(_ purpose: String, _ texts: [String]) -> String {
    // Lengths come first, so that no two lists of texts look the same.
    let joined = texts.map { "\($0.utf8.count) \($0)" }.joined(separator: " ")
    return hex(sealingKey(for: "\(purpose) \(joined)").bytes)
  }
}

extension Visit {
  /// Takes somebody from a course to the link's room, which the first teacher opens.
  ///
  /// `wasSeen` is whether the browser has shown that the launch began in it; if not, it takes
  /// another press.
  mutating func enter(
    _ link: String, settings: Form, _ launch: Launch, in registry: Registry, wasSeen: Bool
  ) throws -> Answer {
    let room = CourseRoom(of: link, launch, in: registry)
    let code = launch.teaches ? try open(room, settings) : try find(room)
    if launch.teaches, !wasSeen, let code {
      return .seeOther("/embed\(code.path("host/\(room.host.text)"))")
    }
    let key = try begin { session in
      session[SeatSecret.self] =
        launch.subject.map { room.seat(of: $0, in: registry) } ?? SeatSecret()
      session[GivenName.self] = launch.givenName.flatMap { name in
        (try? SeatName.checked(name)).map { GivenName(text: $0) }
      }
      if launch.teaches { session[LedRoom.self] = LedRoom(secret: room.host) }
      session[AwaitedRoom.self] = AwaitedRoom(place: room.place)
    }
    guard wasSeen, let code else { return .seeOther("\(waitPath)/\(key)") }
    return .seeOther(framedRoom(key, code) + (launch.teaches ? "/host" : ""))
  }

  /// Looks again for a room that isn't open yet, and enters it if it is.
  func waited() throws -> Answer {
    let awaited = try launched(AwaitedRoom.self)
    let code = try find(CourseRoom(of: awaited.place, in: try registry()))
    guard let code, request.query["look"] != nil else {
      return .page(WaitPage(key: parameter, isOpen: code != nil))
    }
    return .seeOther(framedRoom(parameter, code))
  }

  private func framedRoom(_ key: String, _ code: RoomCode) -> String {
    "/embed\(roomPath)/\(key)/\(code.signs)"
  }

  /// Returns the room of a link, if it has been opened and its last day isn't over.
  private func find(_ room: CourseRoom) throws -> RoomCode? {
    var opening = RoomOpening(seed: room.seed)
    // Other rooms may have had some of the codes, and this room's first code may be free again.
    for _ in 0..<RoomDesk.codesTried {
      let code = opening.code()
      if try rooms.room(code, now: now)?.isLed(by: opening.host) ?? false { return code }
    }
    return nil
  }

  /// Returns the room of a link, opened if there is none yet.
  private func open(_ room: CourseRoom, _ settings: Form) throws -> RoomCode? {
    if let code = try find(room) { return code }
    guard let form = try? RoomForm(settings, knowing: rooms.expectation) else {
      throw LaunchRefusal.nothingChosen
    }
    var opening = RoomOpening(seed: room.seed)
    let code = try rooms.open(
      form.settings, off: form.switchedOff, hostKey: opening.host.key, by: request.client,
      isTrusted: isTrusted, keptDays: form.keptDays, now: now, drawing: { opening.code() })
    // If two opened it at once, the other may have the earlier code.
    let first = try find(room)
    if let first, first != code { try rooms.delete(code) }
    return first
  }
}
