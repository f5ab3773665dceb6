import Games
import Rooms
import Site
import Storage
import Web

/// A table as the pages of characters see it.
package struct CampaignRoom {
  let opened: OpenRoom
  /// The visitor's seat, unless it was removed.
  package let seat: RoomSeat?
  /// Derived from the vault's key; `nil` without a vault.
  private let mark: [UInt8]?

  fileprivate init(_ opened: OpenRoom, in visit: Visit) {
    self.opened = opened
    seat = visit.seat(in: opened).flatMap { $0.isRemoved ? nil : $0 }
    mark = visit.vaultMark(in: opened.code)
  }

  package var code: RoomCode { opened.code }
  package var isOpen: Bool { !opened.isClosed }
  /// The characters and foes; empty before the first.
  package var campaign: Campaign { opened.room.campaign ?? Campaign() }
  /// How long it is kept after its last act once it has characters: `400 days`.
  package var keptFor: String {
    let days = opened.isCampaign ? opened.terms.keptDays : StorageLimits.keptDays.upperBound
    return days.counted("day", "days")
  }
  /// The characters from this browser's vault.
  package var own: [Campaign.Member] { campaign.members.filter { $0.vault == mark } }

  /// Returns one of them by its number, or one that the host sent away before the vault had all
  /// changes.
  ///
  /// `character` is the one that the vault has at that place, which may have come from another
  /// vault.
  package func own(_ number: Int, _ character: CharacterID? = nil) -> Campaign.Member? {
    (campaign.members + campaign.leaving).first {
      $0.number == number && ($0.vault == mark || $0.copy.person.id == character)
    }
  }

  /// Returns the check that the host asks of a character now; `nil` for none.
  package func asked(_ member: Campaign.Member) -> Campaign.Question? {
    guard isOpen, !opened.room.isPaused else { return nil }
    return campaign.question.flatMap { $0.waiting.contains(member.number) ? $0 : nil }
  }

  /// Returns whether a character is here and not on its way back to its vault.
  package func seats(_ member: Campaign.Member) -> Bool { campaign[member.number] != nil }
}

extension Visit {
  /// Returns the table with a code.
  /// - Throws: `Refusal` if there is none, or if it is another kind of room.
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

  /// Returns the table where a character of the vault is; `nil` if it is gone or can't be read now.
  package func campaignRoom(_ code: RoomCode) -> CampaignRoom? {
    guard let opened = try? rooms.room(code, now: now) else { return nil }
    return CampaignRoom(opened, in: self)
  }

  /// Brings a character to a table, or updates it there.
  ///
  /// The first character makes the table a campaign, which is kept longer. `version` rises with
  /// each change to the character, and `applied` is the host's last change that it includes.
  /// `member` is the number that the vault has for it, or 0.
  /// - Returns: the character's number at the table.
  /// - Throws: `Problem`; then the table is unchanged, or has a character that can be brought
  ///   again.
  package func bring(
    _ character: PlayerCharacter, as member: Int = 0, version: Int, applied: Int = 0,
    to room: CampaignRoom
  ) throws -> Int {
    try telling {
      let mark = vaultMark(in: room.code)
      // A visitor whose vault was merged into this one keeps that vault's seat.
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
      // Or it is brought again after a failure in between.
      let isFirst = !room.opened.isCampaign || room.campaign.members.map(\.number) == [there.number]
      if member == 0, isFirst {
        try rooms.keep(room.code, days: StorageLimits.keptDays.upperBound, now: now)
      }
      return there.number
    }
  }

  /// Takes a character off a table once the vault has all changes; doing so twice is harmless.
  ///
  /// A table that is closed or full keeps its copy, which the vault no longer hears of.
  /// - Returns: whether it has left; it hasn't if the host has changed it since.
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

  /// Tells a table that the vault has all changes to a character that was sent away; if that fails,
  /// the table keeps the character.
  package func forget(_ member: Campaign.Member, at room: CampaignRoom) {
    _ = try? rooms.note(by: member.seat, in: room.code, now: now) { room in
      let isKept = room.campaign?.leaving.contains { $0.number == member.number }
      return isKept == true ? .tookBack(member.number) : nil
    }
  }

  /// Shows a roll for one of the vault's characters at the table, as the answer to the host's
  /// question if it is one.
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

  /// Rolls initiative for both sides, for everybody who was asked.
  /// - Throws: `Problem`.
  package mutating func rollForSides(
    _ question: Campaign.Question, by member: Campaign.Member, at room: CampaignRoom
  ) throws {
    let roll = try HostRoll.initiative.roll(by: member, using: &roomRandom)
    try show(roll, of: member, answers: question.number, at: room)
  }

  /// Checks whether a roll could be shown now.
  /// - Throws: `Problem` if it couldn't.
  package func tryToShow(
    _ roll: CheckRoll, of member: Campaign.Member, answers: Int, at room: CampaignRoom
  ) throws {
    try telling {
      guard room.isOpen else { throw RoomRefusal.closed }
      var tried = room.opened.room
      _ = try tried.note(.checked(roll, answers: answers), by: member.seat, at: now)
    }
  }

  /// Returns the visitor's page of a table with a problem.
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
  /// The problem for a player whose character is no longer at the table.
  package static let characterGone = Problem(
    "Nothing was done: this character isn’t at the table any more. You can bring it again.",
    status: .conflict)
}

extension Room {
  /// The characters and foes; `nil` before the first of them or the host's first roll, and in other
  /// kinds of rooms.
  var campaign: Campaign? { table?.campaign }
}

extension OpenRoom {
  /// Whether there has ever been a character.
  var isCampaign: Bool { room.campaign?.hadCharacters ?? false }

  /// The days for which it may be kept after its last act.
  var daysToKeep: ClosedRange<Int> {
    isCampaign ? StorageLimits.keptDays : StorageLimits.keptDaysWithoutCharacters
  }
}
