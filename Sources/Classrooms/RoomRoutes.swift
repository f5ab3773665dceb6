import DiceLanguage
import Rooms
import Site
import Storage
import Web

let roomRoutes: [Route] =
  [
    .page(roomPath, readsQuery: true, showRooms),
    .page("/rules/rooms") { _ in .page(RoomRulesPage()) },
    .post("\(roomPath)/open", openRoom),
    .post("\(roomPath)/join", joinByCode),
    .post("\(roomPath)/*/join") { visit in try join(try visit.room(), &visit) },
    roomView("", usesSession: true) { room, visit in .page(visit.ownPage(of: room)) }.inVault,
    // With a session, seats are let in even if their network has tried too many codes.
    roomView("/watch", usesSession: true) { room, visit in
      guard room.room.switches.contains(.watch) else { throw Refusal.noWatching }
      return .page(WatchPage(room, in: visit))
    }.inVault,
    .get("\(roomPath)/*/state", showState).inVault,
    .post("\(roomPath)/*/lead", leadRoom),
    .get(MyRoomsPage.path, usesSession: false) { .page(try MyRoomsPage($0)) },
    .get(VerifyPage.path, usesSession: false) { visit in
      let page = VerifyPage(visit.request.query)
      return .page(page, page.problem?.status ?? .ok)
    },
    roomView("/host", showHost),
    .get("\(roomPath)/*/host/*", usesSession: false, askToLead),
  ] + (seatMoves + hostMoves + tableMoves + campaignMoves).map(\.beginningNoSession) + roomDownloads

/// Returns the route of a view of a room, with its code in capitals.
func roomView(
  _ rest: String, usesSession: Bool = false,
  _ show: @escaping @Sendable (OpenRoom, inout Visit) throws -> Answer
) -> Route {
  .get("\(roomPath)/*\(rest)", usesSession: usesSession) { visit in
    let room = try visit.room()
    guard room.code.signs == visit.parameter else { return .seeOther("\(room.code.path())\(rest)") }
    return try show(room, &visit)
  }
}

extension Visit {
  /// Returns the room in the address, as it is now.
  func room() throws -> OpenRoom {
    do {
      return try room(parameter, host: RoomCode(parameter).flatMap(hostSecret))
    } catch let error as StorageError {
      throw error.refusal(of: "Rooms")
    }
  }

  /// The dice for rooms: never those of a frame, which many visitors may share.
  var roomRandom: any RandomNumberGenerator {
    get { session.isFramed ? SystemRandomNumberGenerator() : random }
    set { if !session.isFramed { random = newValue } }
  }
}

// MARK: Opening and joining

private func showRooms(_ visit: inout Visit) throws -> Answer {
  let query = visit.request.query
  // The home page's field sends this.
  guard query.fields.map(\.name) == ["code"] else { return .page(RoomsPage(query)) }
  do {
    return .seeOther(try visit.room(typed: query["code"] ?? "").code.path())
  } catch {
    return try roomsPage(query, error)
  }
}

private func openRoom(_ visit: inout Visit) throws -> Answer {
  do {
    let form = try RoomForm(visit.form, knowing: visit.rooms.expectation)
    guard let visitor = visit.session[SeatSecret.self] else {
      return visit.withSecret(to: "\(roomPath)/open", else: roomPath)
    }
    // The two presses of a double click may come just before and after the secrets change.
    var opening = RoomOpening(by: visitor, sending: visit.form, at: visit.now - RoomOpening.seconds)
    var code = opening.code()
    if try !visit.rooms.isUntouched(code, of: opening.host.key, now: visit.now) {
      opening = RoomOpening(by: visitor, sending: visit.form, at: visit.now)
      code = try visit.rooms.open(
        form.settings, off: form.switchedOff, hostKey: opening.host.key,
        by: visit.request.client, isTrusted: visit.isTrusted, keptDays: form.keptDays,
        now: visit.now,
        drawing: { opening.code() })
    }
    return visit.lead(code, opening.host)
  } catch {
    return try roomsPage(visit.form, error, field: RoomSetting.expression.name)
  }
}

private func joinByCode(_ visit: inout Visit) throws -> Answer {
  let room: OpenRoom
  do {
    room = try visit.room(typed: visit.form["code"] ?? "", besides: visit.nameMistake)
    guard visit.session[SeatSecret.self] != nil else {
      return visit.withSecret(to: "\(roomPath)/join", else: room.code.path())
    }
  } catch {
    return try roomsPage(visit.form, error)
  }
  return try join(room, &visit)
}

/// Shows the form again, with the reason why no room was opened or joined.
private func roomsPage(_ form: Form, _ error: any Error, field: String? = nil) throws -> Answer {
  let problem = try Problem(ofRoom: error, field: field, form: form)
  return .page(RoomsPage(form, problem: problem), problem.status, retryAfter: problem.retryAfter)
}

extension Visit {
  /// Returns the room whose code was typed.
  /// - Throws: `Problem` if there is none, with the other mistakes; `RoomRefusal.tooManyCodes`,
  ///   `StorageError`.
  fileprivate func room(typed: String, besides mistake: Problem.Mistake? = nil) throws -> OpenRoom {
    do {
      return try room(typed)
    } catch RoomRefusal.noRoom {
      let isCode = RoomCode(typed) != nil
      let mistakes: [Problem.Mistake?] = [
        .init(isCode ? RoomRefusal.noRoom.sentence : RoomWords.noCode, field: "code"),
        mistake,
      ]
      throw Problem(
        mistakes.compactMap(\.self), form: form, status: isCode ? .notFound : .unprocessable)
    }
  }

  fileprivate var nameMistake: Problem.Mistake? {
    do throws(RoomRefusal) {
      _ = try SeatName.checked(form["name"] ?? "")
      return nil
    } catch {
      return .init(error.sentence, field: "name")
    }
  }
}

private func join(_ room: OpenRoom, _ visit: inout Visit) throws -> Answer {
  do {
    try visit.rooms.join(
      visit.form["name"] ?? "",
      key: visit.seatSecret(offered: visit.form["visitor"]).key(in: room.code), in: room.code,
      now: visit.now)
    return .seeOther(room.code.path())
  } catch {
    let problem = try Problem(ofRoom: error, field: "name", form: visit.form)
    let page = visit.ownPage(of: try visit.room(room.code.signs), problem: problem)
    return .page(page, problem.status, retryAfter: problem.retryAfter)
  }
}

// MARK: Watching

/// Answers the page's script with the news since a number, as short as possible; only those who may
/// see it learn what was played.
private func showState(_ visit: inout Visit) throws -> Answer {
  let since = visit.request.query["since"].flatMap { Int($0) }
  let host = RoomCode(visit.parameter).flatMap(visit.hostSecret)
  var number = try visit.newestNumber(visit.parameter, host: host).number
  let room = since != number ? try visit.room() : nil
  // A browser that has a seat may also show the host's page or the large view.
  let seat = visit.request.query["of"] == "seat" ? room.flatMap(visit.seat)?.number : nil
  if let room { number = room.number(for: seat) }
  var members = [JSON.Member(name: "number", value: .whole(number))]
  if let room, since != number {
    let isInside = room.isLed(by: host) || visit.hasSeat(in: room)
    let mayHear = isInside || room.room.switches.contains(.watch)
    let said = mayHear ? room.said(to: seat ?? 0, onWall: !isInside) : nil
    members.append(.init(name: "said", value: said.map { .string($0) } ?? .null))
  }
  return .json(.ok, JSON.object(members).bytes)
}

extension Problem {
  /// Creates a problem from a room's error, with the field that it came from and the form to show
  /// again.
  /// - Throws: the error, unless it is a refusal or a failure of the storage.
  init(ofRoom error: any Error, field: String? = nil, form: Form? = nil) throws {
    switch error {
    case let problem as Problem: self = problem
    case let refusal as RoomRefusal: self.init(refusal, field: field, form)
    case let error as StorageError: self.init(error, of: "Rooms", form: form)
    default: throw error
    }
  }
}

extension Refusal {
  static let noWatching = Refusal(
    .forbidden, "The host has closed the large view. Reload this page when it’s open again.",
    heading: "This can’t be watched now")
}
