import Games

/// The characters at a table in marching order, and the foes that they meet.
///
/// The number of a member or foe is that of the event that brought it.
package struct Campaign: Equatable, Sendable {
  package static let mostMembers = 12
  package static let mostFoes = 40
  /// The most characters of a note.
  package static let longestNote = 500
  static let largestNote = 2_000
  /// The most changes that wait for the owner of one character.
  package static let mostWaiting = 100
  /// The most characters that the host sent away before their vaults had all changes.
  package static let mostLeaving = 3 * mostMembers
  /// The most changes that wait for all of them together, so that a snapshot of the room still
  /// fits.
  static let mostLeavingTurns = mostMembers * mostWaiting

  package struct Member: Equatable, Sendable {
    package let number: Int
    /// The number of the owner's seat.
    package internal(set) var seat: Int
    /// Derived from the key of the vault that has the original; it doesn't reveal the key.
    package internal(set) var vault: [UInt8]
    /// The character as its owner last sent it.
    package internal(set) var copy: TableCharacter
    /// The version of the copy; it rises with each change in the vault.
    package internal(set) var version: Int
    /// The host's changes that the vault doesn't have yet, oldest first.
    package internal(set) var waiting: [Turn] = []
    /// A note that only the host sees.
    package internal(set) var note = ""

    /// The character as it stands: the copy with all waiting changes.
    package var character: TableCharacter { waiting.reduce(into: copy) { $0.take($1.turn) } }
  }

  /// A change by the host.
  package struct Turn: Equatable, Sendable {
    /// The number of its event.
    package let number: Int
    /// The time in seconds since 1970.
    package let time: Int
    package let turn: TableTurn
  }

  /// A foe, seen only by the host.
  package struct MetFoe: Equatable, Sendable {
    package let number: Int
    package let foe: Foe
    /// The hit points lost, from 0 to all.
    package internal(set) var damage = 0
    package internal(set) var note = ""
  }

  /// A check that the host asks characters to make.
  package struct Question: Equatable, Sendable {
    package let number: Int
    package let check: AskedCheck
    /// The characters that have yet to roll.
    package internal(set) var waiting: [Int]
  }

  /// The characters at the table, in marching order.
  package internal(set) var members: [Member] = []
  /// The characters that have left, but with changes that their players have seen and their vaults
  /// lack.
  ///
  /// Each stays here until its vault has them, even if the character comes back: that may be
  /// another copy.
  package internal(set) var leaving: [Member] = []
  package internal(set) var foes: [MetFoe] = []
  package internal(set) var question: Question?
  /// Whether there has ever been a character; if so, the table is kept longer.
  package internal(set) var hadCharacters = false

  package init() {}

  /// The approximate size in memory, in bytes.
  var size: Int {
    let everybody = members + leaving
    return 3_000 * everybody.count + 300 * everybody.reduce(0) { $0 + $1.waiting.count }
      + 3_000 * foes.count
  }

  package subscript(number: Int) -> Member? { members.first { $0.number == number } }

  /// Returns a note as it is stored; it may be empty.
  package static func checked(note: String) throws(RoomRefusal) -> String {
    note.allSatisfy(\.isWhitespace)
      ? "" : try SeatName.checked(note, longest: longestNote, largest: largestNote)
  }

  /// Adds a character, or updates one that is here.
  mutating func bring(_ act: BroughtCharacter, by seat: Int, number: Int) throws(RoomRefusal) {
    guard act.member != 0 else {
      guard members.count < Campaign.mostMembers else { throw .tooManyCharacters }
      members.append(
        Member(number: number, seat: seat, vault: act.vault, copy: act.copy, version: act.version))
      hadCharacters = true
      return
    }
    let index = try index(of: act.member)
    // The vault may have been merged into another.
    let there = members[index]
    guard
      there.vault == act.vault
        || there.seat == seat && there.copy.person.id == act.copy.person.id
    else { throw .notYourCharacter }
    // If two pages send what they know, the newer version stays.
    guard act.version >= members[index].version else { throw .outOfOrder }
    members[index].seat = seat
    members[index].vault = act.vault
    members[index].copy = act.copy
    members[index].version = act.version
    members[index].waiting.removeAll { $0.number <= act.applied }
  }

  /// Removes a character from the table.
  ///
  /// `seat` is `nil` for the host, who may remove any. The owner's vault then has every change,
  /// also of a character that was sent away earlier.
  mutating func remove(_ member: Int, by seat: Int?) throws(RoomRefusal) {
    if let index = leaving.firstIndex(where: { $0.number == member && $0.seat == seat }) {
      leaving.remove(at: index)
      return
    }
    let index = try index(of: member)
    guard seat == nil || members[index].seat == seat else { throw .notYourCharacter }
    try remove([members[index]], keepingChanges: seat == nil)
  }

  /// Removes all characters of a seat from the table.
  mutating func removeAll(of seat: Int) throws(RoomRefusal) {
    try remove(members.filter { $0.seat == seat }, keepingChanges: true)
  }

  private mutating func remove(_ gone: [Member], keepingChanges: Bool) throws(RoomRefusal) {
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
    // Nobody is left to roll.
    if question?.waiting.isEmpty == true { question = nil }
  }

  mutating func turn(_ member: Int, _ turn: Turn) throws(RoomRefusal) {
    let index = try index(of: member)
    guard members[index].waiting.count < Campaign.mostWaiting else { throw .tooManyWaiting }
    members[index].waiting.append(turn)
  }

  /// Moves a character one place towards the front.
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

  /// Records that a character has made the check that it was asked for.
  mutating func answer(_ roll: CheckRoll, for question: Int, by seat: Int) throws(RoomRefusal) {
    guard members[try index(of: roll.member)].seat == seat else { throw .notYourCharacter }
    guard !roll.isSecret else { throw .notYours }
    guard question != 0 else { return }
    guard self.question?.number == question,
      let index = self.question?.waiting.firstIndex(of: roll.member)
    else { throw .nothingThere }
    // One roll counts for the whole side.
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

  /// Takes hit points from a foe, or gives some back.
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
    guard let index = members.firstIndex(where: { $0.number == member }) else { throw .noCharacter }
    return index
  }
}

/// A character as its owner brings or updates it.
package struct BroughtCharacter: Equatable, Sendable {
  /// Its number at the table; 0 for a new one.
  package let member: Int
  /// The same as in `Campaign.Member`.
  package let vault: [UInt8]
  package let version: Int
  /// The number of the host's last change that the copy includes.
  package let applied: Int
  package let copy: TableCharacter

  package init(member: Int, vault: [UInt8], version: Int, applied: Int, copy: TableCharacter) {
    self.member = member
    self.vault = vault
    self.version = version
    self.applied = applied
    self.copy = copy
  }
}
