/// 1, 2, 5, 10, 20, 50, … times a width: how many neighbours may share a row or a column, so that
/// where one begins is easy to read.
func roundSizes(_ width: Int = 1) -> some Sequence<Int> {
  sequence(first: width) { $0 * 10 }.lazy.flatMap { [$0, 2 * $0, 5 * $0] }
}
