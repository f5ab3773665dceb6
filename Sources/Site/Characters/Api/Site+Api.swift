import Web

extension Site {
  /// Lets scripts of all sites read: what the interface shows is for everybody, whoever asks.
  static func openToAll(_ response: inout Response) {
    response.set("Access-Control-Allow-Origin", "*")
    response.set("Access-Control-Expose-Headers", "ETag, Link")
  }

  /// Answers a browser that asks whether a script of another site may read.
  static func answerPreflight(_ response: inout Response) {
    openToAll(&response)
    response.set("Access-Control-Allow-Methods", "GET, HEAD")
    response.set("Access-Control-Allow-Headers", "If-None-Match")
    response.set("Access-Control-Max-Age", "86400")
  }

  /// Marks an answer with its version, and makes it short where the program has that version.
  static func mark(_ response: inout Response, for request: Request) {
    guard response.status == .ok, request.method != .post else { return }
    let tag = EntityTag(response.body)
    if let header = request.ifNoneMatch, tag.isNamed(by: header) {
      response = Response(.notModified)
    }
    response.set("ETag", tag.text)
  }
}

extension Refusal {
  /// As programs are told.
  var json: [UInt8] { (["error": .string(sentence)] as JSON).bytes }
}
