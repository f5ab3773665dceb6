import Testing

@testable import Web

@Suite struct WholeNumberTests {
  @Test(arguments: [
    ("0", 0), ("-0", 0), ("0.0", 0), ("0e99999999999999999999", 0), ("-0.000e-7", 0), ("13", 13),
    ("13.0", 13), ("13.000", 13), ("-13", -13), ("1e3", 1000), ("1E+3", 1000), ("1.3e1", 13),
    ("130e-1", 13), ("1300000e-5", 13), ("0.0013e4", 13), ("100", 100), ("-7.50e1", -75),
    ("999999999999999", 999_999_999_999_999), ("-9.99999999999999e14", -999_999_999_999_999),
  ])
  func `a whole number is one however it is written`(lexeme: String, number: Int) throws {
    #expect(try JSON(Array(lexeme.utf8)).whole == .number(number))
  }

  @Test(arguments: [
    "0.5", "13.1", "-1e-1", "1e-400", "1e-99999999999999999999", "1.000000000000001",
  ])
  func `fractions are not lost`(lexeme: String) throws {
    #expect(try JSON(Array(lexeme.utf8)).whole == .fraction)
  }

  @Test(arguments: [
    "1e15", "1000000000000000", "-1000000000000000", "99999999999999999999", "1e400", "-1e400",
    "1e99999999999999999999", "9223372036854775808", "1234567890123456.0",
  ])
  func `a number too large for some programs is recognised`(lexeme: String) throws {
    #expect(try JSON(Array(lexeme.utf8)).whole == .tooLarge)
  }

  @Test(arguments: [JSON.null, .bool(true), .string("13"), .array([.number("1")]), .object([])])
  func `only a number can be a whole number`(json: JSON) {
    #expect(json.whole == nil)
  }
}
