/// What one can ask for.
///
///     engine --page                 the page itself
///     engine --rounds N             times of N rounds, a line each: nanoseconds a page by contender
///     engine --count CONTENDER N    renders N pages, for a tool that counts something meanwhile
func run(_ arguments: [String]) throws {
  var contest = try Contest(.example, template: PackageResources.page_mustache)
  try contest.compare()
  if arguments == ["--page"] {
    print(String(decoding: contest.text(of: .c), as: UTF8.self), terminator: "")
  } else if arguments.count == 2, arguments[0] == "--rounds", let rounds = Int(arguments[1]) {
    try printRounds(rounds, of: &contest)
  } else if arguments.count == 3, arguments[0] == "--count",
    let contender = Contender(rawValue: arguments[1]), let times = Int(arguments[2])
  {
    try contest.run(contender, times: times)
  } else {
    throw Usage()
  }
}

/// Arguments that say nothing.
struct Usage: Error, CustomStringConvertible {
  let description =
    "what now? --page, --rounds N, or --count CONTENDER N with "
    + Contender.allCases.map(\.rawValue).joined(separator: ", ")
}

/// Runs short rounds by turns; who goes first changes.
private func printRounds(_ rounds: Int, of contest: inout Contest) throws {
  print(Contender.allCases.map(\.rawValue).joined(separator: " "))
  var times: [Contender: Int] = [:]
  for contender in Contender.allCases { times[contender] = try pages(of: contender, in: &contest) }
  for round in 0..<rounds {
    var results: [Contender: Double] = [:]
    let order = Contender.allCases
    for contender in round.isMultiple(of: 2) ? order : order.reversed() {
      results[contender] = try nanoseconds(of: contender, times[contender, default: 1], &contest)
    }
    print(order.map { "\(results[$0, default: 0])" }.joined(separator: " "))
  }
}

/// How many pages take about as long as a round is to be: 15 ms.
private func pages(of contender: Contender, in contest: inout Contest) throws -> Int {
  var times = 1
  while true {
    let needed = try nanoseconds(of: contender, times, &contest) * Double(times)
    if needed > 1e6 { return Int(15e6 / needed * Double(times)) }
    times *= 2
  }
}

/// The time of one page.
private func nanoseconds(
  of contender: Contender, _ times: Int, _ contest: inout Contest
) throws -> Double {
  let clock = ContinuousClock()
  let start = clock.now
  try contest.run(contender, times: times)
  return (clock.now - start) / .nanoseconds(times)
}
