/// What fills blocks, for each way in which templates inherit from each other; numbered, so that a
/// partial is compiled once for each.
struct Scopes {
  /// A block's filling: where it is written, and the scope that holds there, not where it is shown.
  struct Filling: Hashable {
    let template: String
    /// An index of the template's blocks.
    let block: Int
    let scope: Int
  }

  /// Nothing is filled.
  static let empty = 0

  private var all: [[String: Filling]] = [[:]]
  private var numbers: [[String: Filling]: Int] = [[:]: Scopes.empty]

  /// How many there are.
  var count: Int { all.count }

  /// What a block is filled with.
  func filling(of block: String, in scope: Int) -> Filling? { all[scope][block] }

  /// The scope inside a parent: of what fills a block from outside and from inside, the former
  /// counts.
  mutating func scope(inside parent: Parent, of template: String, in outer: Int) -> Int {
    var fillings = all[outer]
    for (name, block) in parent.arguments where fillings[name] == nil {
      fillings[name] = Filling(template: template, block: block, scope: outer)
    }
    if let number = numbers[fillings] { return number }
    numbers[fillings] = all.count
    all.append(fillings)
    return all.count - 1
  }
}
