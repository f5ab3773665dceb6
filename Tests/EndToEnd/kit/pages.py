"""What there is to see without having played or made anything."""

from kit.framed import GAMES

CLASSES = ["cleric", "dwarf", "elf", "fighter", "halfling", "magic-user", "thief"]

PAGES = [
    "/", "/about", "/embed", "/odds", "/room", *(f"/{game}" for game in GAMES),
    *(f"/rules/{name}" for name, game in GAMES.items() if game.has_rules),
    "/reference/classes", "/reference/abilities", "/reference/saves", "/reference/equipment",
    "/reference/spells", *(f"/reference/classes/{name}" for name in CLASSES)]
