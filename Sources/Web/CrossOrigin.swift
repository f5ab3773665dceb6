/// Access for other sites' scripts (Fetch Standard, 3.2) to answers that are public anyway.
extension Response {
  /// Lets scripts of all sites read the answer.
  package mutating func openToAllSites() {
    set("Access-Control-Allow-Origin", "*")
    set("Access-Control-Expose-Headers", "ETag, Link")
  }

  /// Answers a browser that asks whether a script of another site may read.
  package mutating func answerPreflight() {
    openToAllSites()
    set("Access-Control-Allow-Methods", "GET, HEAD")
    set("Access-Control-Allow-Headers", "If-None-Match")
    set("Access-Control-Max-Age", "86400")
  }
}
