import Games

package struct RoomSeat: Equatable, Sendable {
  /// The number of bytes in `key`.
  package static let keyLength = 16

  /// The number, from 1 in the order of joining; never reused.
  package let number: Int
  /// The name, 1 to 30 characters, unlike that of any other seat.
  package let name: String
  /// Derived from the visitor's secret, which it doesn't reveal.
  ///
  /// Somebody who joins twice gets the same seat, unless it was removed.
  package let key: [UInt8]
  /// The number of the last press that counted; 0 before the first.
  package internal(set) var lastPress = 0
  package internal(set) var isRemoved = false
}

/// The rule for names of seats, the same as for players of Pig.
package enum SeatName {
  /// Returns a name that no seat has, with a number if necessary: `Ann`, `Ann 2`, `Ann 3`.
  /// - Throws: `RoomRefusal` for a name that isn't allowed.
  package static func free(_ typed: String, besides taken: [String]) throws(RoomRefusal) -> String {
    let name = try checked(typed)
    let looks = Set(taken.map(GivenText.look(of:)))
    guard looks.contains(GivenText.look(of: name)) else { return name }
    // At least one of these numbers is free.
    for number in 2...taken.count + 2 {
      let suffix = " \(number)"
      let short = name.prefix(Player.longestName - suffix.count)
      guard let numbered = try? checked(short + suffix) else { continue }
      if !looks.contains(GivenText.look(of: numbered)) { return numbered }
    }
    throw .nameTaken
  }

  /// Returns a name as it is stored; `longest` is that of a seat's name unless another is given.
  /// - Throws: `RoomRefusal` for a name that isn't allowed.
  package static func checked(
    _ typed: String, longest: Int = Player.longestName, largest: Int = Player.largestName
  ) throws(RoomRefusal) -> String {
    do throws(GivenText.Fault) {
      return try GivenText.name(typed, longest: longest, largest: largest)
    } catch {
      throw .name(error)
    }
  }
}
