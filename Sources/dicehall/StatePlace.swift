import Glibc

/// A state folder for an operator's command to work on.
struct StatePlace {
  let folder: String
  /// The service that uses it, if one is running.
  let service: RunningService?
  /// Days after which an unused session ends.
  let days: Int
  /// What to say about who uses it.
  let use: String

  /// The folder that the operator named, or else those of the running services, or else the usual
  /// one.
  ///
  /// - Throws: `Failure` 66 if there are only services whose folders this user may not know.
  static func all(_ options: StateOptions) throws(Failure) -> [StatePlace] {
    let services = RunningService.all()
    let hidden = services.first { $0.folder == nil }
    if options.namedFolder == nil {
      let places = services.compactMap { service in
        service.folder.map {
          StatePlace(
            folder: $0, service: service, days: options.namedDays ?? service.days,
            use: "used by process \(service.process)")
        }
      }
      if !places.isEmpty { return places }
      if let hidden {
        throw .unreadable(
          "only root may see which folder process \(hidden.process) uses; "
            + "run this with sudo, or name the folder with --state")
      }
    }
    let folder = Files.resolved(options.folder)
    let service = services.first { $0.folder == folder }
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
        folder: folder, service: service, days: options.namedDays ?? service?.days ?? options.days,
        use: use)
    ]
  }

  /// - Throws: `Failure` 66 if there is no such folder.
  func checkExists() throws(Failure) {
    guard !Files.isFolder(folder) else { return }
    throw .unreadable("there is no such folder")
  }

  /// - Throws: `Failure` 66 if the folder, or something in it, is not the service's own.
  func checkOwner() throws(Failure) {
    guard let service, service.owner != 0 else { return }
    for name in try Files.names(in: folder) where name != ".." {
      let path = name == "." ? folder : "\(folder)/\(name)"
      var status = stat()
      guard stat(path, &status) == 0, status.st_uid != service.owner else { continue }
      throw .unreadable(
        "\(path) belongs to \(userName(status.st_uid)), but the service runs as "
          + userName(service.owner))
    }
  }
}

/// The name of a user, or the number of one without a name.
private func userName(_ user: uid_t) -> String {
  getpwuid(user).map { String(cString: $0.pointee.pw_name) } ?? "user \(user)"
}
