import Web

/// How much one peer may use: sizes, times and counts, each checked where the bytes come in.
package struct Limits: Sendable {
  /// CGI variables per request; a web server sends about thirty.
  package var variables = 256
  /// Longest value of one variable, in bytes.
  package var value = 16 * 1024
  /// Total size of all names and values, in bytes.
  package var allVariables = 64 * 1024
  /// Total size of names and values that are still read to be refused, in bytes.
  ///
  /// Each variable counts for 32 more. Whoever sends more loses the connection.
  package var heldVariables = 2 * 1024 * 1024
  /// How many bytes of a body are read to reach its end; `Request` refuses larger announced
  /// lengths.
  package var body = Request.maximumBody
  /// How many bytes are read and dropped after a refusal, so that the peer gets to see the answer.
  package var discarded = 1024 * 1024
  /// Connections that each process lets web servers keep open between requests.
  package var keptConnections = 256

  /// How long a request may take to arrive completely, in milliseconds.
  package var readTimeout: Int64 = 10_000
  /// The same while no loop is free, when a slow request makes others wait.
  package var crowdedTimeout: Int64 = 250
  /// How long the peer may take to receive an answer, in milliseconds.
  package var writeTimeout: Int64 = 30_000
  /// How long a draining service waits for kept connections to end on their own, in milliseconds.
  package var quietTime: Int64 = 300
  /// When a draining service gives up on unfinished requests, in milliseconds.
  package var drainTimeout: Int64 = 9_500

  package init() {}
}
