import Games
import Rooms
import Site
import Storage
import Web

/// A table as the pages of characters know it: they bring characters there and tell of them.
package struct CampaignRoom {
  let opened: OpenRoom
  /// This visitor's, unless it was removed.
  package let seat: RoomSeat?
  /// Made from the vault's key; `nil` without a vault.
  private let mark: [UInt8]?

  fileprivate init(_ opened: OpenRoom, in visit: Visit) {
    self.opened = opened
    seat = visit.seat(in: opened).flatMap { $0.isRemoved ? nil : $0 }
    mark = visit.vaultMark(in: opened.code)
  }

  package var code: RoomCode { opened.code }
  package var isOpen: Bool { !opened.isClosed }
  /// Empty before anything came to it.
  package var campaign: Campaign {
    if case .table(let table) = opened.room.play {
      table.campaign ?? Campaign()
    } else {
      Campaign()
    }
  }
  /// How long it is kept after its last act, once characters are there: `400 days`.
  package var keptFor: String {
    let days = opened.isCampaign ? opened.terms.keptDays : StorageLimits.keptDays.upperBound
    return days.counted("day", "days")
  }
  /// The characters of this browser's vault.
  package var own: [Campaign.Member] { campaign.members.filter { $0.vault == mark } }

  /// One of them by its number, or one that the host sent away before the vault had all changes.
  ///
  /// `character`: whom the vault has at that place, which may have come there from another vault.
  package func own(_ number: Int, _ character: CharacterID? = nil) -> Campaign.Member? {
    (campaign.members + campaign.leaving).first {
      $0.number == number && ($0.vault == mark || $0.copy.person.id == character)
    }
  }

  /// What the host asks a character to roll now; `nil` for nothing.
  package func asked(_ member: Campaign.Member) -> Campaign.Question? {
    guard isOpen, !opened.room.isPaused else { return nil }
    return campaign.question.flatMap { $0.waiting.contains(member.number) ? $0 : nil }
  }

  /// Whether a character is here, and not on its way back to its vault.
  package func seats(_ member: Campaign.Member) -> Bool { campaign[member.number] != nil }
}

extension Visit {
  /// The table with that code.
  /// - Throws: `Refusal` if there is none, or it's another kind of room.
  package func campaignRoom(_ code: String) throws -> CampaignRoom {
    do {
      let opened = try room(code)
      guard opened.room.settings == .table else { throw RoomRefusal.otherKind }
      return CampaignRoom(opened, in: self)
    } catch let refusal as RoomRefusal {
      throw refusal.refusal
    } catch let error as StorageError {
      throw error.refusal(of: "Rooms")
    }
  }

  /// The table that a character of the vault is at; `nil` if it's gone or can't be read now.
  package func campaignRoom(_ code: RoomCode) -> CampaignRoom? {
    guard let opened = try? rooms.room(code, now: now) else { return nil }
    return CampaignRoom(opened, in: self)
  }

  /// Brings a character to a table, or tells it how the character is now.
  ///
  /// The first one makes the table a campaign, kept longer from then on. `version` rises with each
  /// change of the character, and `applied` is the host's last change that it has; `member` is the
  /// place that the vault has for it, 0 for none.
  /// - Returns: its number at the table.
  /// - Throws: `Problem`; then the table is as it was, or has a character that can be brought again.
  package func bring(
    _ character: PlayerCharacter, as member: Int = 0, version: Int, applied: Int = 0,
    to room: CampaignRoom
  ) throws -> Int {
    try telling {
      let mark = vaultMark(in: room.code)
      // Whoever comes with a vault that was merged into this one keeps that one's seat.
      let seat =
        room.campaign[member].flatMap { $0.vault == mark ? nil : $0.seat } ?? room.seat?.number
      guard let mark, let seat else { throw RoomRefusal.noSeat }
      let copy = try TableCharacter(character)
      func act(_ campaign: Campaign?) -> RoomAct? {
        let members = campaign?.members ?? []
        let known = members.first {
          member == 0
            ? $0.vault == mark && $0.copy.person.id == character.id : $0.number == member
        }
        if member != 0, known == nil { return nil }
        let isNews =
          known.map { known in
            known.copy != copy || known.version != version || known.seat != seat
              || known.vault != mark
              || known.waiting.contains { $0.number <= applied }
          } ?? true
        return isNews
          ? .brought(
            BroughtCharacter(
              member: known?.number ?? 0, vault: mark, version: version, applied: applied,
              copy: copy)) : nil
      }
      let opened = try rooms.note(by: seat, in: room.code, now: now) { act($0.campaign) }
      let there = opened.room.campaign?.members.first {
        $0.vault == mark && $0.copy.person.id == character.id
      }
      guard let there else { throw RoomRefusal.noCharacter }
      // Or it is brought again after a fault between both.
      let isFirst =
        !room.opened.isCampaign || room.campaign.members.map(\.number) == [there.number]
      if member == 0, isFirst {
        try rooms.keep(room.code, days: StorageLimits.keptDays.upperBound, now: now)
      }
      return there.number
    }
  }

  /// Takes a character off a table once the vault has what waited for it; doing so twice does no
  /// harm.
  ///
  /// One that is closed or full keeps its copy, which the vault no longer hears of.
  /// - Returns: whether it has left; not if the host has changed it since.
  /// - Throws: `Problem`.
  package func takeBack(_ member: Campaign.Member, from room: CampaignRoom) throws -> Bool {
    let last = member.waiting.last?.number
    var hasLeft = true
    return try telling {
      do {
        try rooms.note(by: member.seat, in: room.code, now: now) { room in
          let there = room.campaign?[member.number]
          hasLeft = there == nil || there?.waiting.last?.number ?? 0 <= last ?? 0
          return hasLeft && there != nil ? .tookBack(member.number) : nil
        }
      } catch RoomRefusal.closed, RoomRefusal.tooManyEvents {
        return true
      }
      return hasLeft
    }
  }

  /// Tells a table that the vault now has all that was done to a character that was sent away; if that
  /// fails, the table keeps it on.
  package func forget(_ member: Campaign.Member, at room: CampaignRoom) {
    _ = try? rooms.note(by: member.seat, in: room.code, now: now) { room in
      let isKept = room.campaign?.leaving.contains { $0.number == member.number }
      return isKept == true ? .tookBack(member.number) : nil
    }
  }

  /// Shows a roll for one of the vault's characters at the table, and notes that it answers what the
  /// host asked for, if it does.
  /// - Throws: `Problem`.
  package func show(
    _ roll: CheckRoll, of member: Campaign.Member, answers: Int, at room: CampaignRoom
  ) throws {
    try telling {
      _ = try rooms.note(by: member.seat, in: room.code, now: now) { _ in
        .checked(roll, answers: answers)
      }
    }
  }

  /// Rolls initiative for both sides, for all who were asked.
  /// - Throws: `Problem`.
  package mutating func rollForSides(
    _ question: Campaign.Question, by member: Campaign.Member, at room: CampaignRoom
  ) throws {
    let roll = try HostRoll.initiative.roll(by: member, using: &roomRandom)
    try show(roll, of: member, answers: question.number, at: room)
  }

  /// Does what showing a roll would, and leaves no trace.
  /// - Throws: `Problem` for what the table wouldn't take now.
  package func tryToShow(
    _ roll: CheckRoll, of member: Campaign.Member, answers: Int, at room: CampaignRoom
  ) throws {
    try telling {
      guard room.isOpen else { throw RoomRefusal.closed }
      var tried = room.opened.room
      _ = try tried.note(.checked(roll, answers: answers), by: member.seat, at: now)
    }
  }

  /// The visitor's page of a table, with what went wrong.
  package func roomAnswer(of room: CampaignRoom, _ problem: Problem) -> Answer {
    .page(
      ownPage(of: room.opened, problem: problem), problem.status, retryAfter: problem.retryAfter)
  }

  private func telling<Value>(_ act: () throws -> Value) throws -> Value {
    do {
      return try act()
    } catch RoomRefusal.noCharacter {
      throw Problem.characterGone
    } catch {
      throw try Problem(ofRoom: error)
    }
  }
}

extension Problem {
  /// What a player is told whose character isn't at the table any more.
  package static let characterGone = Problem(
    "Nothing was done: this character isn’t at the table any more. You can bring it again.",
    status: .conflict)
}

extension Room {
  /// `nil` before the first character, foe or roll of the host's, and in a room of another kind.
  var campaign: Campaign? { if case .table(let table) = play { table.campaign } else { nil } }
}

extension OpenRoom {
  /// Whether a character ever came here.
  var isCampaign: Bool { room.campaign?.hadCharacters ?? false }

  /// How many days after its last act it may be kept.
  var daysToKeep: ClosedRange<Int> {
    isCampaign ? StorageLimits.keptDays : StorageLimits.keptDaysWithoutCharacters
  }
}
