import Storage
import Web

let healthRoutes: [Route] = [.get("/healthz", usesSession: false, checkHealth)]

/// Tells the operator's monitor whether games can be played and saved.
private func checkHealth(_ visit: inout Visit) throws -> Answer {
  do throws(StorageError) {
    try visit.storage.sessions.checkSaving()
  } catch {
    throw Refusal(.unavailable, "Games can’t be saved right now.")
  }
  return .file(type: "text/plain; charset=utf-8", name: nil, bytes: Array("ok\n".utf8))
}
