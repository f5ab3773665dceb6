import Characters
import Classrooms
import Site

/// The hall that this program serves, with every game in the order in which visitors see them.
let hall = Features(
  games: [DiceGame.self, CrapsGame.self, PigGame.self, CharactersGame.self], shared: RoomGame.self)
