"""What there is to see without having played or made anything."""

from kit.framed import GAMES

CLASSES = ["cleric", "dwarf", "elf", "fighter", "halfling", "magic-user", "thief"]

PAGES = [
    "/", "/about", "/about/design", "/accessibility", "/accessibility/report",
    "/embed", "/odds", "/room", *(f"/{game}" for game in GAMES),
    *(f"/rules/{name}" for name, game in GAMES.items() if game.has_rules),
    "/reference/classes", "/reference/abilities", "/reference/saves", "/reference/equipment",
    "/reference/spells", *(f"/reference/classes/{name}" for name in CLASSES),
    # Of the lessons, those with the widest tables; the others are made of the same parts.
    "/lessons", "/lessons/pig-tournament", "/lessons/streaks", "/lessons/hidden-bag/answers",
    "/lessons/value-of-craps/answers"]
