import Web

/// What one peer may cost: sizes, times and numbers, each checked where the bytes come in.
package struct Limits: Sendable {
  /// CGI variables in a request; a web server sends about thirty.
  package var variables = 256
  /// Longest value of one variable, in bytes.
  package var value = 16 * 1024
  /// Names and values of all variables together, in bytes.
  package var allVariables = 64 * 1024
  /// Bytes of a body that are read to their end; `Request` refuses to announce more.
  package var body = Request.maximumBody
  /// Bytes that are thrown away after a refusal, so that the peer gets to read it.
  package var discarded = 1024 * 1024
  /// Connections that a web server may keep open between requests, in each process.
  package var keptConnections = 256

  /// Time in which a request must be whole, in milliseconds.
  package var readTimeout: Int64 = 10_000
  /// The same while no loop is free: whoever holds one back then makes others wait.
  package var crowdedTimeout: Int64 = 250
  /// Time in which the peer must take an answer, in milliseconds.
  package var writeTimeout: Int64 = 30_000
  /// How long a draining service lets kept connections end by themselves, in milliseconds.
  package var quietTime: Int64 = 300
  /// When a draining service gives up what is still unfinished, in milliseconds.
  package var drainTimeout: Int64 = 4_000

  package init() {}
}
