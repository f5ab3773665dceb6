/// What fills blocks, for each way in which templates inherit from each other; numbered, so that a
/// partial is compiled once for each.
struct Scopes {
  /// A block's filling: where it is written, and the scope that holds there, not where it is shown.
  struct Filling {
    let template: ParsedTemplate
    /// An index of the template's blocks.
    let block: Int
    let scope: Int
  }

  /// A parent in a scope.
  ///
  /// Only the scope inside of it has fillings that are written in that scope and that parent.
  private struct Origin: Hashable {
    let template: String
    /// An index of the template's parents.
    let parent: Int
    let scope: Int
  }

  /// Nothing is filled.
  static let empty = 0

  private var all: [[String: Filling]] = [[:]]
  private var numbers: [Origin: Int] = [:]

  /// The fillings of all scopes together.
  private(set) var count = 0

  /// What a block is filled with.
  func filling(of block: String, in scope: Int) -> Filling? { all[scope][block] }

  /// The scope inside a parent: of what fills a block from outside and from inside, the former
  /// counts.
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
