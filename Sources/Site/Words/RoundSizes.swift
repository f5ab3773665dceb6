/// Returns 1, 2, 5, 10, 20, 50, … times a width.
///
/// With such sizes of groups of neighbours, it is easy to read where one begins.
func roundSizes(_ width: Int = 1) -> some Sequence<Int> {
  sequence(first: width) { $0 * 10 }.lazy.flatMap { [$0, 2 * $0, 5 * $0] }
}
