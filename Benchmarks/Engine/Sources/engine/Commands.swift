/// Runs the command that the arguments name.
///
///     engine --page                 the page itself
///     engine --rounds N             times of N rounds, a line each: nanoseconds a page by contender
///     engine --count CONTENDER N    renders N pages, for a tool that counts something meanwhile
func run(_ arguments: [String]) throws {
  var contest = try Contest(.example, template: PackageResources.page_mustache)
  try contest.compare()
  if arguments == ["--page"] {
    print(String(decoding: contest.text(of: .c), as: UTF8.self), terminator: "")
  } else if arguments.count == 2, arguments[0] == "--rounds", let rounds = Int(arguments[1]),
    rounds > 0
  {
    try printRounds(rounds, of: &contest)
  } else if arguments.count == 3, arguments[0] == "--count",
    let contender = Contender(rawValue: arguments[1]), let times = Int(arguments[2]), times > 0
  {
    try contest.run(contender, times: times)
  } else {
    throw Usage()
  }
}

/// The arguments make no sense; the description says what to use.
struct Usage: Error, CustomStringConvertible {
  let description =
    "use --page, --rounds N, or --count CONTENDER N with "
    + Contender.allCases.map(\.rawValue).joined(separator: ", ")
}

/// Runs short rounds in which all contenders take turns; a different one begins each round.
private func printRounds(_ rounds: Int, of contest: inout Contest) throws {
  let order = Contender.allCases
  print(order.map(\.rawValue).joined(separator: " "))
  var pages: [Contender: Int] = [:]
  for contender in order { pages[contender] = try pagesInTurn(of: contender, &contest) }
  for _ in 0..<rounds {
    // The fastest turn is the one least disturbed by the machine's other work.
    var fastest: [Contender: Double] = [:]
    for turn in 0..<10 {
      for contender in turn.isMultiple(of: 2) ? order : order.reversed() {
        let time = try nanoseconds(of: contender, pages[contender, default: 1], &contest)
        fastest[contender] = min(fastest[contender, default: .infinity], time)
      }
    }
    print(order.map { "\(fastest[$0, default: .nan])" }.joined(separator: " "))
  }
}

/// How many pages take about 1.5 ms, the length of a turn: ten turns make a round of 15 ms.
private func pagesInTurn(of contender: Contender, _ contest: inout Contest) throws -> Int {
  var pages = 1
  while true {
    let needed = try nanoseconds(of: contender, pages, &contest) * Double(pages)
    if needed > 1e6 { return max(1, Int(1.5e6 / needed * Double(pages))) }
    pages *= 2
  }
}

/// The time per page, as the mean of this many.
private func nanoseconds(
  of contender: Contender, _ pages: Int, _ contest: inout Contest
) throws -> Double {
  let clock = ContinuousClock()
  let start = clock.now
  try contest.run(contender, times: pages)
  return (clock.now - start) / .nanoseconds(pages)
}
