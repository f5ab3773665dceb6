"""What there is to see without having played or made anything."""

CLASSES = ["cleric", "dwarf", "elf", "fighter", "halfling", "magic-user", "thief"]

PAGES = [
    "/", "/about", "/embed", "/dice", "/craps", "/pig", "/osr",
    "/rules/dice", "/rules/craps", "/rules/pig", "/rules/osr",
    "/reference/classes", "/reference/abilities", "/reference/saves", "/reference/equipment",
    "/reference/spells", *(f"/reference/classes/{name}" for name in CLASSES)]
