import Games

/// The optimal policy for holding, by both scores: a picture of 100 squares each way, and a table.
struct PigPolicy: Sendable {
  /// The policy for the default goal; computed on first use.
  static let shared = PigPolicy()

  /// The scores in the table.
  static let scores = Array(stride(from: 0, to: Pig.defaultGoal, by: 10))

  /// The areas of the picture, from the darkest to the lightest.
  let bands: [Band]
  let rows: [Row]

  /// An area of the picture: all scores at which optimal play holds at turn totals in a range.
  struct Band: Sendable {
    let name: String
    /// The number of its colour.
    let shade: Int
    /// The squares in SVG's path language; neighbours side by side form one stroke.
    let path: String
  }

  /// A row of the table: the other's score, and the lowest turn total to hold at by own score.
  struct Row: Sendable {
    let other: Int
    let totals: [Int]
  }

  private init() {
    let goal = Pig.defaultGoal
    let holds = (0..<goal).map { other in
      (0..<goal).map { OptimalPig.hundred.leastHold(goal: goal, own: $0, other: other) }
    }
    rows = PigPolicy.scores.map { other in
      Row(other: other, totals: PigPolicy.scores.map { holds[other][$0] })
    }
    let shades = (0..<goal).map { other in
      (0..<goal).map { PigPolicy.shade(of: holds[other][$0], need: goal - $0) }
    }
    bands = PigPolicy.names.enumerated().map { shade, name in
      Band(name: name, shade: shade, path: PigPolicy.path(of: shade, in: shades))
    }
  }

  private static let names = [
    "roll until you win", "hold at 30 or more", "hold at 25 to 29", "hold at 20 to 24",
    "hold at 15 to 19", "hold at 14 or less",
  ]

  /// Returns the index in `names`.
  private static func shade(of total: Int, need: Int) -> Int {
    if total >= need { return 0 }
    switch total {
    case 30...: return 1
    case 25...29: return 2
    case 20...24: return 3
    case 15...19: return 4
    default: return 5
    }
  }

  /// Returns the path of a shade; the own score is horizontal, the other's vertical.
  private static func path(of shade: Int, in shades: [[Int]]) -> String {
    var path = ""
    for (other, row) in shades.enumerated() {
      var start = 0
      while start < row.count {
        let end = row[start...].firstIndex { $0 != row[start] } ?? row.count
        if row[start] == shade {
          path += "M\(start) \(row.count - 1 - other)h\(end - start)v1h\(start - end)z"
        }
        start = end
      }
    }
    return path
  }
}
