import Games
import Site
import Storage
import Web

/// Shares of experience and gold that a party has begun to pay out.
///
/// It stands in the party from when it begins until everybody has theirs, so that a server that stops
/// half way goes on where it was, and what each got is marked in that character’s history, so that
/// nobody is paid twice.
struct Payout: Equatable {
  /// Somebody’s share.
  struct Part: Equatable {
    let member: CharacterID
    /// Where the member was when it began.
    let place: EntryID
    /// Points before prime requisites add or take; 0 for none.
    let experience: Int
    /// Gold pieces.
    let gold: Int
    /// The number of the newest change in the member’s history when it began; 0 for none.
    let lastNumber: Int
  }

  /// What marks it in a history: that of no other payout.
  let id: CharacterID
  /// Seconds since 1970, UTC.
  let moment: Int
  let parts: [Part]

  init(id: CharacterID, moment: Int, parts: [Part]) {
    self.id = id
    self.moment = moment
    self.parts = parts
  }
}

extension Payout {
  /// - Returns: `nil` for what no party keeps.
  init?(_ json: JSON) {
    guard let id = json["id"]?.text.flatMap(CharacterID.init(text:)),
      let moment = json["moment"]?.wholeNumber, case .array(let items)? = json["parts"]
    else { return nil }
    let parts = items.compactMap(Part.init)
    guard parts.count == items.count else { return nil }
    self.init(id: id, moment: moment, parts: parts)
  }

  var json: JSON {
    [
      "id": .string(id.text), "moment": .whole(moment), "parts": .array(parts.map(\.json)),
    ]
  }
}

extension Payout.Part {
  fileprivate init?(_ json: JSON) {
    guard let member = json["id"]?.text.flatMap(CharacterID.init(text:)),
      let place = json["entry"]?.text.flatMap(EntryID.init),
      let experience = json["experience"]?.wholeNumber, let gold = json["gold"]?.wholeNumber,
      let lastNumber = json["after"]?.wholeNumber, PartyShares.experiences ~= experience,
      PartyShares.golds ~= gold
    else { return nil }
    self.init(
      member: member, place: place, experience: experience, gold: gold, lastNumber: lastNumber)
  }

  fileprivate var json: JSON {
    [
      "id": .string(member.text), "entry": .string(place.text), "experience": .whole(experience),
      "gold": .whole(gold), "after": .whole(lastNumber),
    ]
  }
}
