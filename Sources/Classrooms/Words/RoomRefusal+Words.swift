import Games
import Rooms
import Site
import Storage
import Web

extension Problem {
  /// Creates a problem from a room's refusal; `field` is the one that a name or a value came from,
  /// and `form` is shown again.
  package init(_ refusal: RoomRefusal, field: String? = nil, _ form: Form? = nil) {
    guard refusal.status == .unprocessable, let field else {
      self.init(
        refusal.sentence, form: form, status: refusal.status, retryAfter: refusal.retryAfter)
      return
    }
    self.init([Mistake(refusal.sentence, field: field)], form: form)
  }
}

extension RoomRefusal: RefusalError {
  var status: Status {
    switch self {
    case .noRoom: .notFound
    case .closed: .gone
    case .paused, .notJoining, .pressRepeated, .pressAhead, .outOfOrder, .placeTaken,
      .guessFirst, .noSeat, .seatGone, .noCharacter, .notYourCharacter, .tooManyWaiting,
      .tooManyLeaving:
      .conflict
    case .notYours: .forbidden
    case .unfinished: .unavailable
    case .tooBusy, .tooManySeats, .tooManyRolls, .tooManyEvents, .tooManyOpenings, .tooManyCodes:
      .tooManyRequests
    default: .unprocessable
    }
  }

  /// The seconds to wait; `nil` if waiting doesn't help.
  var retryAfter: Int? {
    switch self {
    case .tooBusy: 1
    case .unfinished: 5
    case .tooManyCodes(let seconds), .tooManyOpenings(_, let seconds): seconds
    default: nil
    }
  }

  /// The refusal of an address that leads nowhere.
  package var refusal: Refusal {
    Refusal(status, sentence, heading: heading, retryAfter: retryAfter)
  }

  private var heading: String {
    switch self {
    case .noRoom: "There’s no such room"
    case .tooManyCodes: "That’s a lot of wrong codes"
    default: "Nothing was done"
    }
  }

  /// The full sentence, with what to do instead.
  var sentence: String {
    switch self {
    case .noRoom:
      """
      There’s no room with this code. Look at the code again: it has six letters and digits, never \
      0, O, 1, I or L. A room that was deleted doesn’t come back.
      """
    case .tooManyCodes(let seconds):
      """
      Too many wrong codes came from your network. Try again in \
      \(seconds.counted("second", "seconds")).
      """
    case .tooManyOpenings(let limit, _):
      """
      Your network has opened \(limit.counted("room", "rooms")) today, the most it may in a day. \
      Use one of those, or come back tomorrow.
      """
    case .closed: "Nothing was added: the room has been closed. You can still read what’s in it."
    case .paused: "The room is paused. Wait for the host."
    case .notJoining: "Nobody new can join now: the host has stopped it."
    case .noSeat:
      """
      Nothing was done: there’s no such seat in this room, or the host has removed it. To take part, \
      join again.
      """
    case .seatGone: "Nothing was done: there’s no such seat in this room any more."
    case .notYours: "Nothing was done: you can’t do that in this room."
    case .pressRepeated, .pressAhead, .outOfOrder:
      "Your page was out of date, so that didn’t count. Here’s how things are now."
    case .tooBusy: "Too many people pressed at once. Press again."
    case .tooManySeats(let most): "This room is full: it has \(most) seats."
    case .tooManyRolls:
      "Nothing was rolled: this room has all the \(RoomLimits.rolls.groupedText) rolls it can keep."
    case .tooManyEvents: "Nothing was done: this room’s record is full."
    case .seatHasRolled: "Nothing was rolled: you’ve made all your rolls."
    case .tooManyHidden:
      """
      Nothing was rolled: \(RoomLimits.hiddenRolls) hidden rolls are already waiting. Reveal one first.
      """
    case .name(let fault): fault.sentence(of: "Your name", longest: Player.longestName)
    case .nameTaken: "Somebody has that name already. Choose another."
    case .tooManyCharacters: "This table is full: it has \(Campaign.mostMembers) characters."
    case .tooManyFoes: "Nothing was added: the table has \(Campaign.mostFoes) foes."
    case .tooManyWaiting:
      """
      Nothing was changed: this character’s player still has \(Campaign.mostWaiting) of your \
      changes to pick up. They have to make a move first.
      """
    case .tooManyLeaving:
      """
      Nothing was changed: the table already keeps as many of your changes as it can for characters \
      that left, until their players’ next moves.
      """
    case .noCharacter:
      "Nothing was done: this character isn’t at the table any more. Its player can bring it again."
    case .notYourCharacter:
      "Nothing was done: that’s somebody else’s character. Ask its player or the game master."
    case .setting: "A room can’t have that setting."
    case .noStrategies: "Nothing was done: nobody has written a strategy yet."
    case .tooManyStrategies(let count):
      """
      Nothing was done: there are \(count) strategies, and a league takes at most \
      \(PigLeague.mostStrategies). Remove some seats first.
      """
    case .tooManyRuns: LeagueWords.finished
    case .unfinished:
      "The league is still being worked out, or another one is. Press Run again in a few seconds."
    case .noExactOdds:
      "The exact chances of this expression take too long to work out. Choose a simpler one."
    case .noTallies: RoomWords.noTallies
    case .tooManyOutcomes:
      """
      This has more than \(Experiment.mostOutcomes.groupedText) different totals, too many for an \
      experiment. Choose a simpler expression.
      """
    case .totalTooLarge: "Nothing was rolled: the total has too many digits for a room."
    case .otherKind: "Nothing was done: this kind of room has no such move."
    case .impossibleRoll: "No die like yours can show that."
    case .noGuesses:
      """
      Your guess came too late: guess before you begin, and before the host shows the guesses or the \
      expectation.
      """
    case .guessFirst: "Nothing was rolled: guess first, or press Skip."
    case .nothingThere: "Nothing was done: that’s been done already."
    case .notYourTurn: "Nothing was played: it’s the other player’s turn."
    case .noGame: "Nothing was played: there’s no game to play in right now."
    case .placeTaken: "Nothing was done: somebody else has taken that place."
    case .nothingToHold: "There’s nothing to hold: the turn total is 0."
    }
  }
}
