extension Set<String> {
  /// Returns the member that somebody who wrote `name` probably meant, if one is similar.
  ///
  /// Up to a third of the letters may be wrong, missing, superfluous, or swapped with the next.
  func nearest(to name: String) -> String? {
    let near = map { (distance: $0.mistakes(in: name), name: $0) }.min { $0 < $1 }
    return near.flatMap { $0.distance <= Swift.max(1, $0.name.count / 3) ? $0.name : nil }
  }
}

extension String {
  /// Returns the optimal string alignment distance (Damerau 1964; Boytsov 2011) to the other text.
  fileprivate func mistakes(in other: String) -> Int {
    let (from, to) = (Array(utf8), Array(other.utf8))
    var before: [Int] = []
    var last = Array(0...to.count)
    for row in from.indices {
      var next = [row + 1]
      for column in to.indices {
        var least = Swift.min(last[column + 1], next[column]) + 1
        least = Swift.min(least, last[column] + (from[row] == to[column] ? 0 : 1))
        if row > 0, column > 0, from[row] == to[column - 1], from[row - 1] == to[column] {
          least = Swift.min(least, before[column - 1] + 1)
        }
        next.append(least)
      }
      (before, last) = (last, next)
    }
    return last[to.count]
  }
}
