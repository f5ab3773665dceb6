import Web

/// Limits on what one peer may use, each checked where its bytes arrive.
package struct Limits: Sendable {
  /// CGI variables per request; a web server sends about thirty.
  package var variables = 256
  /// Longest value of one variable, in bytes.
  package var value = 16 * 1024
  /// Total size of all names and values, in bytes.
  package var allVariables = 64 * 1024
  /// Total size of names and values that are read in order to be refused, in bytes.
  ///
  /// Each variable counts for 32 more. A peer that sends more loses its connection.
  package var heldVariables = 2 * 1024 * 1024
  /// The most bytes read to reach a body's end; `Request` refuses longer announced lengths.
  package var body = Request.maximumBody
  /// The most bytes read and dropped after a refusal, so that the peer gets to see the answer.
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
  /// How long a draining service waits for unfinished requests, in milliseconds.
  package var drainTimeout: Int64 = 9_500

  package init() {}
}
