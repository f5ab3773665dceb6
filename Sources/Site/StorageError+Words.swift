import Storage
import Web

extension StorageError {
  /// The status of an answer about the error.
  package var status: Status {
    switch self {
    case .tooMany: .unprocessable
    case .tooOften: .tooManyRequests
    case .tooLarge: .contentTooLarge
    case .changed: .conflict
    case .full, .busy, .damaged, .unavailable, .unanswered: .unavailable
    }
  }

  /// Returns a sentence on a place, such as `Dragon Cloud`; the log says more.
  package func sentence(of place: String = "Characters") -> String {
    switch self {
    case .tooMany(let limit):
      "Your vault is full: it holds \(limit) characters. Delete one, then try again."
    case .tooOften(let seconds):
      """
      Nothing was saved: your network has started as many vaults as it may in an hour. Try again \
      in \(seconds.asWait).
      """
    case .tooLarge: "The character is larger than \(StorageLimits.recordBytes.kilobytes)."
    case .changed:
      """
      Nothing was done: your vault has changed since this page was loaded. \
      Here’s how it looks now; carry on from here.
      """
    case .full:
      "There’s no room left to save to. Nothing was changed, and nothing is lost; try again later."
    case .damaged: "We couldn’t read this, so we put it aside for whoever runs this hall."
    case .busy, .unavailable:
      "\(place) can’t be read or saved right now. Nothing was changed; try again in a while."
    case .unanswered:
      """
      \(place) can’t be read or saved right now. What you did may or may not have been saved. Open the page \
      again in a while to see.
      """
    }
  }

  /// The seconds to wait; `nil` if waiting doesn't help.
  package var retryAfter: Int? {
    switch self {
    case .tooOften(let seconds): seconds
    // Lost storage is tried again every two seconds; a disk stays full until somebody makes room.
    case .busy, .unavailable, .unanswered: 10
    case .full: 60
    case .tooMany, .tooLarge, .changed, .damaged: nil
    }
  }

  /// Returns the refusal for a place that failed.
  package func refusal(of place: String = "Characters") -> Refusal {
    Refusal(status, sentence(of: place), retryAfter: retryAfter)
  }
}

extension Problem {
  package init(_ error: StorageError, of place: String, form: Form? = nil) {
    self.init(
      error.sentence(of: place), form: form, status: error.status, retryAfter: error.retryAfter)
  }
}
