import Games

/// The characters at a table in marching order, and the foes that they meet.
///
/// Members and foes are known by the numbers of the events that they came with.
package struct Campaign: Equatable, Sendable {
  package static let mostMembers = 12
  package static let mostFoes = 40
  /// Characters of a line of notes.
  package static let longestNote = 500
  static let largestNote = 2_000
  /// Changes that wait for the owner of one character.
  package static let mostWaiting = 100
  /// Characters that the host sent away before their vaults had all changes.
  package static let mostLeaving = 3 * mostMembers
  /// Changes that wait for all of them together, so that a snapshot of the room can be kept.
  static let mostLeavingTurns = mostMembers * mostWaiting

  /// A character at the table.
  package struct Member: Equatable, Sendable {
    package let number: Int
    /// Whose it is.
    package internal(set) var seat: Int
    /// Made from the key of the vault that has the original, which it doesn't reveal.
    package internal(set) var vault: [UInt8]
    /// As its owner told of it last.
    package internal(set) var copy: TableCharacter
    /// Of the copy, rising with each change in the vault.
    package internal(set) var version: Int
    /// The host's changes that the vault doesn't have yet, the oldest first.
    package internal(set) var waiting: [Turn] = []
    /// For the host alone.
    package internal(set) var note = ""

    /// The character as it stands: the copy with all that waits.
    package var character: TableCharacter {
      waiting.reduce(into: copy) { $0.take($1.turn) }
    }
  }

  /// A change by the host.
  package struct Turn: Equatable, Sendable {
    /// Of its event.
    package let number: Int
    /// Seconds since 1970.
    package let time: Int
    package let turn: TableTurn
  }

  /// A foe, for the host alone.
  package struct MetFoe: Equatable, Sendable {
    package let number: Int
    package let foe: Foe
    /// `0...` all its hit points.
    package internal(set) var damage = 0
    package internal(set) var note = ""
  }

  /// What the host asks characters to roll.
  package struct Question: Equatable, Sendable {
    package let number: Int
    package let check: AskedCheck
    /// Characters that are yet to roll.
    package internal(set) var waiting: [Int]
  }

  /// In marching order.
  package internal(set) var members: [Member] = []
  /// No longer here, but with changes that their players have seen and the vaults don't have yet.
  ///
  /// They go when a vault says so, even if the character comes anew: it may be another copy.
  package internal(set) var leaving: [Member] = []
  package internal(set) var foes: [MetFoe] = []
  package internal(set) var question: Question?
  /// Whether a character ever came: from then on the table is kept longer.
  package internal(set) var hadCharacters = false

  package init() {}

  /// The approximate memory it takes, in bytes.
  var size: Int {
    let everybody = members + leaving
    return 3_000 * everybody.count + 300 * everybody.reduce(0) { $0 + $1.waiting.count }
      + 3_000 * foes.count
  }

  package subscript(number: Int) -> Member? { members.first { $0.number == number } }

  /// Notes as they are kept; may be empty.
  package static func checked(note: String) throws(RoomRefusal) -> String {
    note.allSatisfy(\.isWhitespace)
      ? "" : try SeatName.checked(note, longest: longestNote, largest: largestNote)
  }
}

extension Campaign {
  /// Takes a new character, or how one is now.
  mutating func bring(_ act: BroughtCharacter, by seat: Int, number: Int) throws(RoomRefusal) {
    guard act.member != 0 else {
      guard members.count < Campaign.mostMembers else { throw .tooManyCharacters }
      members.append(
        Member(
          number: number, seat: seat, vault: act.vault, copy: act.copy, version: act.version))
      hadCharacters = true
      return
    }
    let index = try index(of: act.member)
    // Somebody's vault may have been merged into another.
    let there = members[index]
    guard
      there.vault == act.vault
        || there.seat == seat && there.copy.person.id == act.copy.person.id
    else { throw .notYourCharacter }
    // Of two pages that send what they know, the newer stays.
    guard act.version >= members[index].version else { throw .outOfOrder }
    members[index].seat = seat
    members[index].vault = act.vault
    members[index].copy = act.copy
    members[index].version = act.version
    members[index].waiting.removeAll { $0.number <= act.applied }
  }

  /// Takes a character off the table; `seat` is `nil` for the host, who may send any away.
  ///
  /// The owner's vault has every change by then, of one that was sent away before, too.
  mutating func remove(_ member: Int, by seat: Int?) throws(RoomRefusal) {
    if let index = leaving.firstIndex(where: { $0.number == member && $0.seat == seat }) {
      leaving.remove(at: index)
      return
    }
    let index = try index(of: member)
    guard seat == nil || members[index].seat == seat else { throw .notYourCharacter }
    try remove([members[index]], keepingChanges: seat == nil)
  }

  /// Takes all characters of a seat off the table.
  mutating func removeAll(of seat: Int) throws(RoomRefusal) {
    try remove(members.filter { $0.seat == seat }, keepingChanges: true)
  }

  private mutating func remove(
    _ gone: [Member], keepingChanges: Bool
  ) throws(RoomRefusal) {
    let waiting = keepingChanges ? gone.filter { !$0.waiting.isEmpty } : []
    let kept = leaving + waiting
    guard kept.count <= Campaign.mostLeaving,
      kept.reduce(0, { $0 + $1.waiting.count }) <= Campaign.mostLeavingTurns
    else { throw .tooManyLeaving }
    leaving = kept
    let numbers = gone.map(\.number)
    members.removeAll { numbers.contains($0.number) }
    guard let asked = question?.waiting, !asked.isEmpty else { return }
    question?.waiting.removeAll { numbers.contains($0) }
    // Nobody is left to roll, and maybe nobody did.
    if question?.waiting.isEmpty == true { question = nil }
  }

  mutating func turn(_ member: Int, _ turn: Turn) throws(RoomRefusal) {
    let index = try index(of: member)
    guard members[index].waiting.count < Campaign.mostWaiting else { throw .tooManyWaiting }
    members[index].waiting.append(turn)
  }

  /// Puts a character one place further to the front.
  mutating func advance(_ member: Int) throws(RoomRefusal) {
    let index = try index(of: member)
    guard index > 0 else { throw .nothingThere }
    members.swapAt(index, index - 1)
  }

  mutating func note(_ note: String, on number: Int) throws(RoomRefusal) {
    if let index = foes.firstIndex(where: { $0.number == number }) {
      foes[index].note = note
    } else {
      members[try index(of: number)].note = note
    }
  }

  mutating func ask(_ question: Question) throws(RoomRefusal) {
    for member in question.waiting { _ = try index(of: member) }
    self.question = question
  }

  /// Notes that a character has rolled what it was asked for.
  mutating func answer(_ roll: CheckRoll, for question: Int, by seat: Int) throws(RoomRefusal) {
    guard members[try index(of: roll.member)].seat == seat else { throw .notYourCharacter }
    guard !roll.isSecret else { throw .notYours }
    guard question != 0 else { return }
    guard self.question?.number == question,
      let index = self.question?.waiting.firstIndex(of: roll.member)
    else { throw .nothingThere }
    // One roll is for everybody of a side.
    if self.question?.check == .sides {
      self.question?.waiting = []
    } else {
      self.question?.waiting.remove(at: index)
    }
  }

  mutating func meet(_ foe: Foe, number: Int) throws(RoomRefusal) {
    guard foes.count < Campaign.mostFoes else { throw .tooManyFoes }
    foes.append(MetFoe(number: number, foe: foe))
  }

  /// A foe loses hit points, or gets some back.
  mutating func hurtFoe(_ number: Int, by points: Int) throws(RoomRefusal) {
    guard let index = foes.firstIndex(where: { $0.number == number }) else { throw .nothingThere }
    let most = foes[index].foe.hitPoints
    foes[index].damage = min(max(foes[index].damage + points, 0), most)
  }

  mutating func removeFoe(_ number: Int) throws(RoomRefusal) {
    guard let index = foes.firstIndex(where: { $0.number == number }) else { throw .nothingThere }
    foes.remove(at: index)
  }

  private func index(of member: Int) throws(RoomRefusal) -> Int {
    guard let index = members.firstIndex(where: { $0.number == member }) else {
      throw .noCharacter
    }
    return index
  }
}

/// What an owner tells of a character.
package struct BroughtCharacter: Equatable, Sendable {
  /// Its number at the table; 0 for one that is new there.
  package let member: Int
  /// As `Campaign.Member` has them.
  package let vault: [UInt8]
  package let version: Int
  /// The number of the host's last change that the copy has.
  package let applied: Int
  package let copy: TableCharacter

  package init(
    member: Int, vault: [UInt8], version: Int, applied: Int, copy: TableCharacter
  ) {
    self.member = member
    self.vault = vault
    self.version = version
    self.applied = applied
    self.copy = copy
  }
}
