import Rooms

/// A step that can't be undone, which the host is asked about.
enum HostQuestion {
  case remove(RoomSeat, isMatch: Bool)
  case startOver
  /// With how many hidden rolls wait to be revealed.
  case close(hiddenRolls: Int)
  case delete

  /// The last part of its address.
  var move: String {
    switch self {
    case .remove: "remove"
    case .startOver: "start-over"
    case .close: "close"
    case .delete: "delete"
    }
  }

  var title: String {
    switch self {
    case .remove(let seat, _): "Remove \(seat.name.isolated)?"
    case .startOver: "Start over?"
    case .close: "Close this room?"
    case .delete: "Delete this room?"
    }
  }

  var warning: String {
    switch self {
    case .remove(_, let isMatch):
      """
      This seat can’t play any more. What it rolled stays\(isMatch ? ", and its place becomes free" : ""). \
      Whoever had it can join again, unless you stop joining first.
      """
    case .startOver:
      """
      The chart begins anew for everyone, and each seat has all its rolls again. What was rolled and \
      guessed so far stays in the downloads.
      """
    case .close(let hidden):
      """
      Nobody can join or play any more, and it can’t be opened again. Everything in it can be read \
      and downloaded until its last day.\(HostQuestion.hiddenRolls(hidden))
      """
    case .delete:
      """
      Every name and every roll in it is deleted at once, for everybody. Download the record first \
      if you want to keep it.
      """
    }
  }

  /// What closing means for so many hidden rolls; empty for none.
  private static func hiddenRolls(_ count: Int) -> String {
    count == 0
      ? "" : " \(count.counted("hidden roll", "hidden rolls")) can’t be revealed after that."
  }

  var yes: String {
    switch self {
    case .remove(let seat, _): "Yes, remove \(seat.name.isolated)"
    case .startOver: "Yes, start over"
    case .close: "Yes, close the room"
    case .delete: "Yes, delete the room"
    }
  }

  var no: String {
    switch self {
    case .remove(let seat, _): "Let \(seat.name.isolated) stay"
    case .startOver, .close, .delete: "Keep it as it is"
    }
  }

  /// The number of the seat that it is about.
  var seat: Int? {
    if case .remove(let seat, _) = self { seat.number } else { nil }
  }

  /// Whether the answer is a press, which the record numbers.
  var isPress: Bool {
    switch self {
    case .remove, .startOver: true
    case .close, .delete: false
    }
  }
}
