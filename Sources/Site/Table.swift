import Web

/// A game as a session keeps it: the rules' value and what the page shows of the past.
protocol Table: Packed {
  /// The game's address.
  static var path: String { get }

  init()

  /// Raised by every move; forms carry it, so that a stale page plays nothing.
  var revision: Int { get set }
  /// What a rule corrected in the last move, until the next.
  var notice: String? { get set }

  /// The game's page, with the reason why a form was refused or a sentence that is shown first.
  func page(problem: Problem?, notice: String?) -> any Page
}

/// Why a form cannot be accepted, and what was typed in it.
struct Problem: Error, Equatable, Sendable {
  let sentence: String
  /// The form field that is to be mended, with what stood in it.
  var field: String?
  var input: String?
}

extension Visit {
  /// Makes a move on one game of the session, once: not from a stale page, and not at all where it
  /// throws a `Problem`.
  ///
  /// Inlined, as a key path that is known where it is used costs nothing; else each write through it
  /// would unpack the game once more.
  @inline(__always)
  mutating func play<Game: Table>(
    _ game: WritableKeyPath<Session, Game?>,
    _ move: (inout Game, inout Visit) throws(Problem) -> Void
  ) -> Answer {
    let before = session[keyPath: game] ?? Game()
    guard isFresh(before.revision), !session.isReplacement else {
      let sentence = session.isReplacement ? damageSentence : staleSentence
      return .page(before.page(problem: nil, notice: sentence), .conflict)
    }
    var table = before
    table.notice = nil
    do throws(Problem) {
      try move(&table, &self)
    } catch {
      return .page(before.page(problem: error, notice: nil), .unprocessable)
    }
    table.revision += 1
    session[keyPath: game] = table
    return .seeOther(Game.path)
  }

  /// The game's page as things stand.
  @inline(__always)
  func show<Game: Table>(_ game: KeyPath<Session, Game?>) -> Answer {
    let table = session[keyPath: game] ?? Game()
    return .page(
      table.page(problem: nil, notice: session.isReplacement ? damageSentence : table.notice))
  }
}

/// Two tabs, a double click, the back button or an answer lost on the way.
private let staleSentence = """
  Nothing was played: your page was not the newest any more. \
  This is how the game stands now; go on from here.
  """

private let damageSentence = """
  What was kept of your games could not be read any more and has been put aside. \
  This is a new table.
  """
