/// The colour of a sector or a marble, for who is to tell them apart at a glance.
package enum ThingColour: String, CaseIterable, Sendable {
  case red, blue, yellow, green, purple, orange, teal, pink, brown, grey, black, white
}
