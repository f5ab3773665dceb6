/// The fillings of blocks for each way in which templates inherit from each other; numbered, so
/// that a partial is compiled once for each.
struct Scopes {
  /// A block's filling: where it is written, and the scope in force there, not where it is shown.
  struct Filling {
    let template: ParsedTemplate
    /// An index of the template's blocks.
    let block: Int
    let scope: Int
  }

  /// A parent in a scope.
  ///
  /// Only the scope inside it has fillings written in that scope and that parent.
  private struct Origin: Hashable {
    let template: String
    /// An index of the template's parents.
    let parent: Int
    let scope: Int
  }

  /// The scope without fillings.
  static let empty = 0

  private var all: [[String: Filling]] = [[:]]
  private var numbers: [Origin: Int] = [:]

  /// The number of fillings in all scopes.
  private(set) var count = 0

  func filling(of block: String, in scope: Int) -> Filling? { all[scope][block] }

  /// Returns the scope inside a parent: if a block is filled both from outside and from inside, the
  /// outside counts.
  mutating func scope(inside parent: Int, of template: ParsedTemplate, in outer: Int) -> Int {
    let added = template.parents[parent].arguments.filter { all[outer][$0.key] == nil }
    guard !added.isEmpty else { return outer }
    let origin = Origin(template: template.name, parent: parent, scope: outer)
    if let number = numbers[origin] { return number }
    var fillings = all[outer]
    for (name, block) in added {
      fillings[name] = Filling(template: template, block: block, scope: outer)
    }
    numbers[origin] = all.count
    all.append(fillings)
    count += fillings.count
    return all.count - 1
  }
}
