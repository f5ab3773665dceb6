/// The dice of an ability, and how often they were rolled again by themselves.
package struct RolledAbility: Hashable, Sendable {
  package let dice: ThreeDice
  package let rerolls: Int

  package init(dice: ThreeDice, rerolls: Int = 0) {
    self.dice = dice
    self.rerolls = rerolls
  }
}
