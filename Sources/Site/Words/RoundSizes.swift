/// Returns 1, 2, 5, 10, 20, 50, … times a width: sizes of groups whose bounds are easy to read.
package func roundSizes(_ width: Int = 1) -> some Sequence<Int> {
  sequence(first: width) { $0 * 10 }.lazy.flatMap { [$0, 2 * $0, 5 * $0] }
}
