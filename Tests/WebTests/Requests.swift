@testable import Web

extension Request {
  /// A request as a web server passes it on: GET on `localhost` unless the variables say otherwise.
  static func read(
    _ target: String = "/", _ variables: [String: String] = [:], gateway: Gateway = Gateway()
  ) throws(Refusal) -> Request {
    var all = [
      "REQUEST_METHOD": "GET", "REQUEST_URI": target, "HTTP_HOST": "localhost",
      "REMOTE_ADDR": "127.0.0.1",
    ]
    all.merge(variables) { $1 }
    return try Request(variables: { all["\($0.name)"] }, gateway: gateway)
  }
}
