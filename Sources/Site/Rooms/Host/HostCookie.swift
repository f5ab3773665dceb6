import Storage
import Web

/// The cookie of whoever leads a room; browsers send it to that room alone.
extension SecretCookie {
  /// As long as a room may be kept.
  private static let hostSeconds = StorageLimits.keptDays.upperBound * 86_400

  init(hostOf code: RoomCode, _ request: Request) {
    self.init("dicehall-host", request, below: code.path())
  }

  /// `Set-Cookie` for a host.
  func holding(_ secret: HostSecret) -> String {
    holding(secret.text, for: SecretCookie.hostSeconds)
  }
}

extension Visit {
  /// The secret with which this browser leads a room; `nil` if it leads another or none.
  func hostSecret(of code: RoomCode) -> HostSecret? {
    SecretCookie(hostOf: code, request).value.flatMap(HostSecret.init)
  }
}
