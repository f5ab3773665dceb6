import Testing

/// Chance that gives exactly these faces, one a draw, and counts the draws.
struct Faces: RandomNumberGenerator {
  private let faces: [Int]
  private let sides: Int
  private(set) var draws = 0

  init(_ faces: Int..., sides: Int = 6) {
    self.faces = faces
    self.sides = sides
  }

  /// The middle of the words that give the face, far from those that are drawn again.
  mutating func next() -> UInt64 {
    defer { draws += 1 }
    guard draws < faces.count else {
      Issue.record("more than \(faces.count) draws")
      return .max
    }
    let width = UInt64.max / UInt64(sides)
    return width * UInt64(faces[draws] - 1) + width / 2
  }
}

/// Always the lowest face; not 0, which means "draw again".
struct AlwaysLow: RandomNumberGenerator {
  func next() -> UInt64 { 1 }
}

struct AlwaysHigh: RandomNumberGenerator {
  func next() -> UInt64 { .max }
}
