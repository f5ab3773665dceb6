/// Why nothing was played, though the form was right when it was drawn.
struct Setback: Equatable, Sendable {
  /// What the page's title begins with.
  let title: String
  let sentence: String

  /// Two tabs, a double click, the back button or an answer lost on the way.
  static let stale = Setback(
    title: "Nothing was played",
    sentence: """
      Nothing was played: your page was not the newest any more. \
      This is how the game stands now; go on from here.
      """)

  /// An idle session that was swept, or a cookie that went.
  static let lost = Setback(
    title: "Nothing was played",
    sentence:
      "Nothing was played: the game on your page is not kept here any more. This is a new table.")

  /// A session's file that could not be read, not even its last good state.
  static let damaged = Setback(
    title: "Your games could not be read",
    sentence: """
      What was kept of your games could not be read any more and has been put aside. \
      This is a new table.
      """)
}
