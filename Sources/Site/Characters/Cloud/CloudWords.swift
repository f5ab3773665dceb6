/// What pages and answers say of Dragon Cloud.
enum CloudWords {
  static let readOnly = """
    Dragon Cloud takes no new characters here: you can look, copy and report, and delete your own.
    """
  static let reported = "Thank you. Whoever runs this hall will see your report."
  static let reportedBefore = "You’ve reported this character already. Once is enough."

  static func waitToReport(seconds: Int) -> String {
    "You’ve reported many characters in a short time. Try again in "
      + "\(seconds.counted("second", "seconds"))."
  }
}
