import Glibc
import Web

/// The CGI variables of one request, read in place from memory of libfcgi or the environment.
///
/// They are valid as long as that memory; the list of entries is reused for each request.
struct Variables {
  private struct Value {
    var start: UnsafeMutablePointer<CChar>?
    var length = 0

    var text: String? {
      guard let start else { return nil }
      return String(decoding: UnsafeRawBufferPointer(start: start, count: length), as: UTF8.self)
    }
  }

  /// The variables by the length of their names.
  private static let byLength: [[RequestVariable]] = {
    let all = RequestVariable.allCases
    let longest = all.map(\.name.utf8CodeUnitCount).max() ?? 0
    return (0...longest).map { length in all.filter { $0.name.utf8CodeUnitCount == length } }
  }()

  /// The value of each variable that is read.
  private var values = RequestVariable.allCases.map { _ in Value() }

  /// Reads a list of `NAME=value` texts that ends with `nil`.
  /// - Throws: `Refusal` 431 for more or larger variables than `limits` allow, 414 if it is the
  ///   address that is too long; variables read before that can still be looked up.
  mutating func read(
    _ environment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, limits: Limits
  ) throws(Refusal) {
    for index in values.indices { values[index] = Value() }
    var total = 0
    var next = environment
    while let text = next.pointee {
      guard next - environment < limits.variables else { throw Variables.tooMany }
      next += 1
      let length = strlen(text)
      guard let equals = memchr(text, Int32(UInt8(ascii: "=")), length) else { continue }
      let nameLength = equals - UnsafeMutableRawPointer(text)
      let variable = variable(named: text, length: nameLength)
      let valueLength = length - nameLength - 1
      guard valueLength <= limits.value else {
        throw variable == .target ? .longAddress : Variables.tooMany
      }
      total += length
      guard total <= limits.allVariables else { throw Variables.tooMany }
      if let slot = variable?.rawValue, values[slot].start == nil {
        values[slot] = Value(start: text + nameLength + 1, length: valueLength)
      }
    }
  }

  private func variable(named start: UnsafePointer<CChar>, length: Int) -> RequestVariable? {
    let byLength = Variables.byLength
    guard length < byLength.count else { return nil }
    for variable in byLength[length] where memcmp(variable.name.utf8Start, start, length) == 0 {
      return variable
    }
    return nil
  }

  /// Reads the variables and creates a request from them.
  ///
  /// For a POST, `body` reads a body of the given length and returns `nil` if there is more of it.
  mutating func readRequest(
    _ environment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, gateway: Gateway,
    limits: Limits, body: (Int) -> [UInt8]?
  ) -> Result<Request, Refusal> {
    do throws(Refusal) {
      try read(environment, limits: limits)
      let values = values
      var request = try Request(variables: { values[$0.rawValue].text }, gateway: gateway)
      if request.method == .post {
        guard let body = body(request.bodyLength), body.count == request.bodyLength else {
          throw Refusal(.badRequest, "The request is shorter or longer than it says.")
        }
        request.body = body
      }
      return .success(request)
    } catch {
      return .failure(error.naming(self[.target]))
    }
  }

  /// The first value of the variable.
  subscript(variable: RequestVariable) -> String? {
    values[variable.rawValue].text
  }

  /// The web server's number for the request, if it sends a valid one.
  var requestID: RequestID? { self[.requestID].flatMap(RequestID.init) }

  private static let tooMany = Refusal(
    .headersTooLarge, "The request has more or longer header lines than any page needs.")
}
