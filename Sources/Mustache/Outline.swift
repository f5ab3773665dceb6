/// The names that a routine asks for and the routines it calls, against which templates are
/// checked.
struct Outline {
  /// A place that asks for a value.
  struct Use {
    enum Kind {
      case variable, section, inverted
      /// Templates named by the value.
      case partial, parent
    }

    let tag: Tag
    let kind: Kind
    let place: Place
    /// The innermost enclosing section that opens a context, as an index of the uses; `nil` for
    /// none.
    let section: Int?
  }

  /// A place that calls another routine.
  struct Call {
    /// The called routine's number.
    let routine: Int
    let place: Place
    let section: Int?
    /// Whether the call happens with any data.
    let isCertain: Bool
    /// The names of the templates copied into each other on the way to the call, outermost first.
    let path: [String]
  }

  /// Empty unless the compiler was asked to list them.
  var uses: [Use] = []
  var calls: [Call] = []
}

/// A filling for a block that the parent template does not have.
struct UnplacedBlock {
  let name: String
  let place: Place
}

extension [Outline] {
  /// Returns a call that leads back to itself with any data, with the templates on the way.
  func endlessCall() -> (place: Place, path: [String])? {
    var isDone = Array<Bool>(repeating: false, count: count)
    for start in indices where !isDone[start] {
      // Depth first: the routines on the way to here, each with its next call.
      var trail = [(routine: start, next: 0)]
      var isOnTrail: Set = [start]
      while let (routine, next) = trail.last {
        guard next < self[routine].calls.count else {
          isDone[routine] = true
          isOnTrail.remove(routine)
          trail.removeLast()
          continue
        }
        trail[trail.count - 1].next += 1
        let call = self[routine].calls[next]
        guard call.isCertain, !isDone[call.routine] else { continue }
        if isOnTrail.contains(call.routine) {
          let circle = trail.drop { $0.routine != call.routine }
            .map { self[$0.routine].calls[$0.next - 1].path }
          return (call.place, circle.flatMap(\.self) + (circle.first?.prefix(1) ?? []))
        }
        trail.append((call.routine, 0))
        isOnTrail.insert(call.routine)
      }
    }
    return nil
  }
}
