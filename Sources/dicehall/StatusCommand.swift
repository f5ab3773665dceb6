import ArgumentParser
import FastCGI

/// The command `dicehall status`, which shows what the service is doing.
struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show what the running service is doing now.",
    discussion: """
      Shows its workers and sessions, how many requests it answers a second, how many connections \
      wait, and the requests that are being answered, the oldest first. It asks each service that \
      runs here at its own --metrics; only root and the service's user may do that. Exit status 66 \
      means that there was no answer, or that a service which starts with the machine is stopped.
      """)

  @Option(help: "Socket or address of the metrics of one service, to ask no other.")
  var metrics: String?

  @Flag(help: "Print a line of JSON for each service.")
  var json = false

  func validate() throws { _ = try named.map(OperatorPlace.named) }

  private var named: String? { metrics ?? Environment.setting("METRICS") }

  func run() throws {
    let services = RunningService.all()
    if let place = named.flatMap(OperatorPlace.init) {
      let service = services.first { $0.operatorPlace?.resolved == place.resolved }
      return try show(try place.report(), of: service)
    }
    var failures: [Failure] = []
    for service in services {
      do throws(Failure) {
        try show(try report(of: service), of: service)
      } catch {
        failures.append(error)
      }
    }
    failures += InstalledService.stopped(beside: services).map(\.isDown)
    if services.isEmpty, failures.isEmpty {
      throw Failure.unreadable("no service is running on this machine")
    }
    guard let last = failures.popLast() else { return }
    for failure in failures { printError("dicehall: \(failure.message)") }
    throw last
  }

  private func report(of service: RunningService) throws(Failure) -> StatusReport {
    if let place = service.operatorPlace { return try place.report() }
    throw .unreadable(
      service.isHidden
        ? "only root and its user may see what process \(service.process) is doing; "
          + "run this with sudo"
        : "process \(service.process) doesn't say what it is doing; set DICEHALL_METRICS for it, "
          + "such as to /var/lib/dicehall/metrics.sock, and restart it")
  }

  /// Shows a report, with the number of waiting connections if the service can't see it.
  private func show(_ report: StatusReport, of service: RunningService?) throws(Failure) {
    let waiting = service?.listening.flatMap(ListeningSocket.waiting(atUnixSocket:))
    let report = report.waiting(waiting)
    guard !json else { return try printJSON(report.json) }
    print(report.text(hidden: "only root may see"), terminator: "")
  }
}
