import ArgumentParser
import Foundation
import Testing

@testable import dicehall

@Suite struct WatchOptionsTests {
  @Test(arguments: [
    ("/run/dicehall/metrics", OperatorPlace.socket("/run/dicehall/metrics")),
    ("m.sock", .socket("m.sock")), ("./a:9", .socket("./a:9")), ("./9464", .socket("./9464")),
    ("127.0.0.1:9464", .port(host: "127.0.0.1", 9464)), ("[::1]:80", .port(host: "::1", 80)),
    ("localhost:1", .port(host: "localhost", 1)), ("127.1.2.3:1", .port(host: "127.1.2.3", 1)),
  ])
  func `figures are shown at a socket or a port of this machine`(text: String, place: OperatorPlace)
  {
    #expect(OperatorPlace(text) == place)
  }

  @Test(arguments: [
    "", "0.0.0.0:9464", "192.0.2.1:80", "[::]:80", "dice.example:80", "127.0.0.1:", ":9464",
    "127.0.0.1:65536", "127.0.0.1:x", "127.0.0.1:0", "9464", "127.0.0.1", "localhost", "localhost:",
  ])
  func `figures are shown nowhere else`(text: String) {
    #expect(OperatorPlace(text) == nil)
  }

  @Test func `every option can be set in the environment`() throws {
    let help = Serve.helpMessage(columns: 1000)
    let options = help.matches(of: /\n  --([a-z-]+) </).map { match in
      match.1.uppercased().replacing("-", with: "_")
    }
    #expect(options.count > 10)
    #expect(Set(options).subtracting(Environment.settings) == [])
  }

  @Test(arguments: [
    ("WORKRES", "WORKERS"), ("WORKER_S", "WORKERS"), ("THREDS", "THREADS"), ("SOKET", "SOCKET"),
    ("SESION_DAY", "SESSION_DAYS"), ("BASEPATH", "BASE_PATH"), ("TRUSTED_PROXIES", "TRUSTED_PROXY"),
    ("STAT", "STATE"), ("LOGLEVEL", "LOG_LEVEL"), ("state", nil), ("SOMETHING_ELSE", nil),
    ("", nil),
  ])
  func `a slip of the pen is recognized`(written: String, meant: String?) {
    #expect(Environment.settings.nearest(to: written) == meant)
  }
}
