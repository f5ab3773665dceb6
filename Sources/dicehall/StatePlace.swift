import Glibc

/// A state folder or a database for an operator's command.
struct StatePlace {
  let store: Store
  /// The running service that uses it, if there is one.
  let service: RunningService?
  /// The days after which an unused session ends.
  let days: Int
  /// A sentence on who uses it.
  let use: String
  /// The installed service to which it belongs, if that isn't running.
  var stopped: InstalledService?

  /// The help on where commands make their changes.
  static let helpOnChanges = """
    Without --state or --store it works on the folder or database of the service that is running or, \
    for root, that should be. If there are several, name one. Changes take effect at once; the service \
    needs no restart.
    """

  /// Returns the place that the operator named, or else those of the running services.
  ///
  /// For root, those of services that should be running are included. If there are none, it is the
  /// default folder.
  ///
  /// - Throws: `Failure` 66 if there are only services whose places this user may not know.
  static func all(_ options: StateOptions) throws(Failure) -> [StatePlace] {
    let services = RunningService.all()
    let hidden = services.first { $0.store == nil }
    // Only root may read all settings.
    let stopped =
      geteuid() == 0
      ? try InstalledService.stopped(beside: services)
        .map { service throws(Failure) in try StatePlace(service, options) }
      : []
    if options.namedStore == nil {
      let running = services.compactMap { service in
        service.store.map {
          StatePlace(
            store: $0, service: service, days: options.namedDays ?? service.days,
            use: "used by process \(service.process)")
        }
      }
      if case let places = running + stopped, !places.isEmpty { return places }
      if let hidden {
        throw .unreadable(
          "only root may see where process \(hidden.process) keeps everything; "
            + "run this with sudo, or name the place with --state or --store")
      }
    }
    let store = options.store.resolved
    if let place = stopped.first(where: { $0.store == store }) { return [place] }
    let service = services.first { $0.store == store }
    let use =
      if let service {
        "used by process \(service.process)"
      } else if let hidden {
        "process \(hidden.process) may be using it; only root can tell"
      } else {
        "no running service uses it"
      }
    return [
      StatePlace(
        store: store, service: service, days: options.namedDays ?? service?.days ?? options.days,
        use: use)
    ]
  }

  /// Returns the only one of `all`, for a command that works on one.
  ///
  /// A folder must exist unless the command makes it.
  ///
  /// - Throws: `Failure` 64 if there are several and none was named, 66.
  static func one(of options: StateOptions, mustExist: Bool = true) throws(Failure) -> StatePlace {
    let places = try all(options)
    guard let place = places.first, places.count == 1 else {
      throw .badUsage(
        "there are several halls; choose one with --state or --store: "
          + places.map { "\($0.store) (\($0.use))" }.joined(separator: ", "))
    }
    do throws(Failure) {
      if mustExist { try place.checkExists() }
    } catch {
      throw .unreadable("\(place.store): \(error.message) (\(place.use))")
    }
    if place.stopped != nil { printError("dicehall: \(place.store): \(place.use)") }
    return place
  }

  /// - Throws: `Failure` 66 if it is a folder that doesn't exist.
  func checkExists() throws(Failure) {
    guard case .folder(let folder) = store, !Files.isFolder(folder) else { return }
    throw .unreadable("there is no such folder")
  }

  /// - Throws: `Failure` 66 if the folder, or anything in it, isn't owned by the service.
  func checkOwner() throws(Failure) {
    guard case .folder(let folder) = store, let service, service.owner != 0 else { return }
    for path in try ([folder] + Files.names(in: folder).map { "\(folder)/\($0)" }) {
      var status = stat()
      guard stat(path, &status) == 0, status.st_uid != service.owner else { continue }
      throw .unreadable(
        "\(path) belongs to \(userName(status.st_uid)), but the service runs as "
          + userName(service.owner))
    }
  }
}

extension StatePlace {
  private init(_ stopped: InstalledService, _ options: StateOptions) throws(Failure) {
    let settings = try stopped.settings()
    self.init(
      store: settings.store, service: nil, days: options.namedDays ?? settings.days,
      use: "of \(stopped.name), which isn't running", stopped: stopped)
  }
}

/// Returns the name of a user, or the number of one without a name.
private func userName(_ user: uid_t) -> String {
  getpwuid(user).map { String(cString: $0.pointee.pw_name) } ?? "user \(user)"
}
