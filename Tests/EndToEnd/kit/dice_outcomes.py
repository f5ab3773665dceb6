"""All outcomes of small dice expressions, one by one: what exact answers are compared with.

Written from the rules of the language alone. It knows no text: an expression is made as its text
together with its outcomes, a table of totals with their chances.
"""

import math
import operator
from fractions import Fraction
from itertools import permutations, product

COMPARE = {">=": operator.ge, ">": operator.gt, "<=": operator.le, "<": operator.lt,
           "=": operator.eq}
FACES = {"d2": [1, 2], "d3": [1, 2, 3], "d4": [1, 2, 3, 4], "dF": [-1, 0, 1],
         "d{0,0,1}": [0, 0, 1], "d{1,3}": [1, 3], "d{-2..0,5}": [-2, -1, 0, 5]}


class TooMany(Exception):
    """More outcomes than are worth following."""


class Refused(Exception):
    """The language refuses this."""


def table(pairs):
    """Adds up chances of what is equal."""
    result = {}
    for value, chance in pairs:
        result[value] = result.get(value, 0) + chance
        if len(result) > 20_000:
            raise TooMany
    return result


def drawn(faces):
    return [(face, Fraction(1, len(faces))) for face in faces]


def kept(word, number, row):
    """The places that stay, in their order; of equal ones the leftmost."""
    highest = word in ("kh", "k", "dl")
    order = sorted(range(len(row)), key=lambda place: -row[place] if highest else row[place])
    stay = number if word in ("kh", "k", "kl") else max(0, len(row) - number)
    return sorted(order[:stay])


class Dice:
    """Some dice and what happens to them, one modifier after the other.

    `rows` has every row of dice that may lie on the table, with its chance; `best` is the highest
    number of dice.
    """

    def __init__(self, counts, die, cap):
        self.faces = FACES[die]
        self.cap = cap
        self.rows = {}
        for count, chance in counts.items():
            rows = {(): chance}
            for _ in range(count):
                rows = table(
                    ((*row, face), p * q) for row, p in rows.items() for face, q in drawn(self.faces))
            self.rows = table([*self.rows.items(), *rows.items()])
        self.counts = None

    def each_die(self, change):
        """`change` gives for a die all that may lie in its place."""
        def following(row):
            results = {(): Fraction(1)}
            for die in row:
                results = table(
                    ((*start, *end), p * q)
                    for start, p in results.items() for end, q in change(die))
            return results.items()
        self.rows = table(
            (end, p * q) for row, p in self.rows.items() for end, q in following(row))

    def keep(self, word, number):
        self.rows = table(
            (tuple(row[place] for place in kept(word, number, row)), p)
            for row, p in self.rows.items())

    def explode(self, word, holds):
        if word != "!o" and all(map(holds, self.faces)):
            raise Refused
        most = min(1, self.cap) if word == "!o" else self.cap

        def extras(left):
            if left == 0:
                return [((), Fraction(1))]
            return [
                ((face, *rest), p * q) for face, p in drawn(self.faces)
                for rest, q in (extras(left - 1) if holds(face) else [((), Fraction(1))])]

        def change(die):
            for more, chance in extras(most) if holds(die) else [((), Fraction(1))]:
                if word == "!!":
                    yield (die + sum(more),), chance
                else:
                    less = 1 if word == "!p" else 0
                    yield (die, *(face - less for face in more)), chance
        self.each_die(change)

    def reroll(self, word, holds):
        allowed = [face for face in self.faces if word != "r" or not holds(face)]
        if not allowed:
            raise Refused

        def change(die):
            if not holds(die):
                return [((die,), Fraction(1))]
            return [
                ((die + face if word == "ra" else face,), p) for face, p in drawn(allowed)]
        self.each_die(change)

    def unique(self):
        if max(map(len, self.rows)) > len(set(self.faces)):
            raise Refused

        def following(row):
            results = [((), Fraction(1))]
            for die in row:
                results = [
                    ((*start, new), p * q) for start, p in results
                    for new, q in (
                        drawn([face for face in self.faces if face not in start])
                        if die in start else [(die, Fraction(1))])]
            return results
        self.rows = table(
            (end, p * q) for row, p in self.rows.items() for end, q in following(row))

    def limit(self, word, number):
        choose = max if word == "min" else min
        self.each_die(lambda die: [((choose(die, number),), Fraction(1))])

    def totals(self):
        return table((sum(row), p) for row, p in self.rows.items())

    def counted(self, holds, fails):
        return table(
            (sum(map(holds, row)) - sum(map(fails, row)), p) for row, p in self.rows.items())


class Words:
    """Words on faces or in a bag, and all that can be rolled or drawn of them.

    `tallies` has how many there are of each word, with its chance.
    """

    def __init__(self, random):
        self.words = random.sample(
            ["heads", "tails", "Rot", "blau grün", "7", "орёл", "é"], random.randint(2, 4))
        self.faces = [random.randint(1, 3) for _ in self.words]
        things = [place for place, count in enumerate(self.faces) for _ in range(count)]
        listed = ", ".join(
            word if count == 1 and random.random() < .7 else f"{word}*{count}"
            for word, count in zip(self.words, self.faces))
        if random.random() < .5:
            count = random.randint(1, min(4, len(things)))
            self.text = f"{count} from {{{listed}}}"
            rows = permutations(things, count)
        else:
            count = random.randint(1, 3)
            self.text = f"{count}d{{{listed}}}"
            rows = product(things, repeat=count)
        rows = list(rows)
        self.tallies = table(
            (tuple(row.count(place) for place in range(len(self.words))), Fraction(1, len(rows)))
            for row in rows)

    def counted(self, random):
        """One of the words, in any case, as a number."""
        place = random.randrange(len(self.words))
        word = random.choice([str.upper, str.lower])(self.words[place])
        return f"{self.text}={word}", table(
            (tally[place], p) for tally, p in self.tallies.items())


class Maker:
    """Makes up expressions: pairs of text and outcomes."""

    def __init__(self, random, cap):
        self.random = random
        self.cap = cap

    def expression(self):
        pick, number = self.random.choice, self.random.randint
        kind = number(0, 10)
        if kind == 10:
            return Words(self.random).counted(self.random)
        if kind == 0:
            (text, one), (other, two) = self.dice(), pick([self.dice, self.whole])()
            sign = pick("+-*")
            change = {"+": operator.add, "-": operator.sub, "*": operator.mul}[sign]
            return f"{text}{sign}{other}", self.pairs(change, one, two)
        if kind == 1:
            text, one = self.dice()
            other = pick([2, 3, -4])
            word, change = pick([
                ("floor", math.floor), ("ceil", math.ceil), ("abs", abs),
                ("round", lambda value: math.floor(value + Fraction(1, 2)))])
            return f"{word}({text}/{other})", table(
                (change(value / Fraction(other)), p) for value, p in one.items())
        if kind == 2:
            (text, one), (other, two) = self.dice(), self.dice()
            word, change = pick([("min", min), ("max", max)])
            return f"{word}({text},{other})", self.pairs(change, one, two)
        if kind in (3, 4):
            return self.group()
        if kind == 5:
            text, one = self.dice()
            times = number(2, 3)
            total = {0: Fraction(1)}
            for _ in range(times):
                total = self.pairs(operator.add, total, one)
            return f"{times}x({text})", total
        return self.dice()

    def pairs(self, change, one, two):
        return table(
            (change(value, other), p * q) for value, p in one.items() for other, q in two.items())

    def whole(self):
        number = self.random.randint(-3, 9)
        return str(number), {number: Fraction(1)}

    def condition(self, low, high):
        sign = self.random.choice([*COMPARE, "="])
        number = self.random.randint(low, high)
        return f"{sign}{number}", lambda value: COMPARE[sign](value, number)

    def count(self, low, high):
        """A comparison that counts, sometimes with failures."""
        text, holds = self.condition(low, high)
        if self.random.random() < .6:
            return text, holds, lambda value: False
        more, fails = self.condition(low, high)
        return f"{text}f{more}", holds, fails

    def dice(self):
        pick, number = self.random.choice, self.random.randint
        die = pick(list(FACES))
        if number(0, 7) == 0:
            sides = number(1, 3)
            counts, text = table((face, p) for face, p in drawn(range(sides))), f"(d{sides}-1){die}"
        else:
            count = number(3, 5) if die in ("d2", "d3") else number(1, 3)
            counts, text = {count: Fraction(1)}, f"{count}{die}"
        dice = Dice(counts, die, self.cap)
        faces = dice.faces
        has_exploded = False
        for _ in range(number(0, 3)):
            kind = number(0, 9)
            if kind <= 3:
                word, many = pick(["kh", "kl", "dl", "dh", "k"]), number(0, 3)
                text += f"{word}{many}"
                dice.keep(word, many)
            elif kind <= 5 and not has_exploded:
                has_exploded = True
                word = pick(["!", "!o", "!!", "!p"])
                more, holds = self.condition(min(faces), max(faces))
                if number(0, 2) == 0:
                    more, holds = "", lambda value, face=max(faces): value == face
                text += word + more
                dice.explode(word, holds)
            elif kind <= 7:
                word = pick(["r", "ro", "ra"])
                more, holds = self.condition(min(faces), max(faces))
                text += word + more
                dice.reroll(word, holds)
            elif kind == 8:
                text += "u"
                dice.unique()
            else:
                word, many = pick(["min", "max"]), number(min(faces), max(faces))
                text += f"{word}{many}"
                dice.limit(word, many)
            text += pick(["", "", "", "s ", "sd"])
        # Right behind a bare explosion a comparison would say which faces explode.
        if number(0, 3) == 0 and not text.endswith(("!", "!o", "!p")):
            more, holds, fails = self.count(min(faces), max(faces))
            return text + more, dice.counted(holds, fails)
        return text, dice.totals()

    def group(self):
        pick, number = self.random.choice, self.random.randint
        members = [self.dice() for _ in range(number(1, 3))]
        text = ",".join(member[0] for member in members)
        rows = {(): Fraction(1)}
        for _, member in members:
            rows = table(
                ((*row, value), p * q) for row, p in rows.items() for value, q in member.items())
        text = f"{{{text}}}"
        for _ in range(number(0, 2)):
            word, many = pick(["kh", "kl", "dl", "dh"]), number(0, 3)
            text += f"{word}{many}"
            rows = table(
                (tuple(row[place] for place in kept(word, many, row)), p)
                for row, p in rows.items())
        if number(0, 2) == 0:
            more, holds, fails = self.count(0, 6)
            return text + more, table(
                (sum(map(holds, row)) - sum(map(fails, row)), p) for row, p in rows.items())
        return text, table((sum(row), p) for row, p in rows.items())
