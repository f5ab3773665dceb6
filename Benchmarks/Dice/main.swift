import BigInt
import DiceLanguage

// Reads expressions, one a line, and prints for each the nanoseconds of its fastest turn and all
// chances as JSON: the denominator, then values and ways.

while let text = readLine() {
  let expression = try Expression(parsing: text)
  let clock = ContinuousClock()
  var total = try expression.odds().total
  var fastest = Duration.seconds(1_000)
  let start = clock.now
  repeat {
    fastest = min(
      fastest, try clock.measure { total = try expression.odds().total })
  } while clock.now - start < .milliseconds(500)
  let rows = total.outcomes.map { #"["\#($0.value)", "\#($0.ways)"]"# }.joined(separator: ", ")
  let nanoseconds = fastest.components.attoseconds / 1_000_000_000
  print(#"{"nanoseconds": \#(nanoseconds), "denominator": "\#(total.cases)", "rows": [\#(rows)]}"#)
}
