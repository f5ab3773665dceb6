import Rooms

/// What the host's buttons are called, and what holds now.
extension RoomSwitch {
  func button(isOn: Bool) -> String {
    switch self {
    case .paused: isOn ? "Go on" : "Pause"
    case .names: isOn ? "Hide names" : "Show names"
    case .expectation: isOn ? "Hide expectation" : "Show expectation"
    case .watch: isOn ? "Close large view" : "Open large view"
    case .data: isOn ? "Stop seats downloading" : "Let seats download"
    case .joining: isOn ? "Stop joining" : "Let people join"
    case .watchNames: isOn ? "Hide names in large view" : "Show names in large view"
    }
  }

  /// What holds in a room with those settings.
  func state(isOn: Bool, in settings: RoomSettings) -> String {
    switch self {
    case .paused: isOn ? "Nobody can play now." : "Everyone can play."
    // A class sees none on its pages.
    case .names where settings.experiment != nil:
      isOn
        ? "Seats that may download see all names."
        : "Seats that may download see Seat 1, Seat 2 for names."
    case .names:
      isOn ? "Everyone sees the names." : "Only you see names; others read Seat 1, Seat 2."
    case .expectation where settings.takesGuesses:
      isOn
        ? "The chart shows what to expect, so guessing is over."
        : "Seats can guess what the chart doesn’t show yet."
    case .expectation:
      isOn ? "The chart shows what to expect." : "The chart doesn’t show what to expect."
    case .watch: isOn ? "Whoever has the code may watch." : "Only seats see what happens."
    case .data: isOn ? "Seats may download the record." : "Only you can download the record."
    case .joining: isOn ? "Whoever has the code can join." : "Nobody new can join."
    case .watchNames:
      isOn ? "The large view has names." : "The large view has Seat 1, Seat 2 for names."
    }
  }
}

enum HostWords {
  /// What the record holds, those before starting over too.
  static func rollCount(of settings: RoomSettings) -> String {
    "\(settings.experiment?.rollsName ?? "Rolls") in all"
  }
}

extension RoomSettings {
  /// Whether seats guess before they roll.
  fileprivate var takesGuesses: Bool {
    if case .experiment(let settings) = self { settings.takesGuesses } else { false }
  }
}
