"""Works out one expression of `EXPRESSIONS` with icepool, and prints seconds and chances as JSON.

Each runs in a process of its own, because icepool keeps what it has computed.
"""

import json
import sys
import time

import icepool
from icepool import Deck, Die, Vector, d

CAP = 100
"""As many extra dice as Dicehall counts; icepool calls it the depth."""


def kept_of_exploded(count, kept):
    """Highest of dice whose extras are dice of their own, for which icepool has no operation.

    A die brings some sixes and a last one of 1 to 5, or more sixes than the cap and nothing.
    """
    chain = Die({
        **{Vector((sixes, 1)): 5 * 6 ** (CAP - sixes) for sixes in range(CAP + 1)},
        Vector((CAP + 1, 0)): 1})

    def highest(table):
        sixes = min(table[0], kept)
        return 6 * sixes + (d(5).highest(table[1], kept - sixes) if sixes < kept else 0)

    return (count @ chain).map(highest)


EXPRESSIONS = {
    "99d100-99": lambda: 99 @ d(100) - 99,
    # In two steps, as icepool's recursion is too deep for one.
    "999d6": lambda: 27 @ (37 @ d(6)),
    "20d6kh10": lambda: d(6).highest(20, 10),
    "50d20kh25": lambda: d(20).highest(50, 25),
    "30d10>=8f1": lambda: 30 @ d(10).map(lambda face: (face >= 8) - (face == 1)),
    "10d6!kh4": lambda: kept_of_exploded(10, 4),
    "8d10!!>=9": lambda: 8 @ d(10).explode([9, 10], depth=CAP),
    "{8d6!, 8d8!}kh1": lambda: icepool.highest(
        8 @ d(6).explode(depth=CAP), 8 @ d(8).explode(depth=CAP)),
    "4d6kh3": lambda: d(6).highest(4, 3),
    "10d6dl3dh2": lambda: d(6).pool(10)[3:-2].sum(),
    "5d20u": lambda: Deck(range(1, 21)).deal(5).sum(),
    "9d6r1": lambda: 9 @ d(6).reroll([1], depth="inf"),
    "40d{0,0,1,1,2,3}": lambda: 40 @ Die([0, 0, 1, 1, 2, 3]),
    "(3d6)d6": lambda: (3 @ d(6)) @ d(6),
    "d100*d100": lambda: d(100) * d(100),
    "30d20kl15": lambda: d(20).lowest(30, 15),
    "max(5d12,7d8)": lambda: icepool.highest(5 @ d(12), 7 @ d(8)),
    "floor(20d6/2)": lambda: (20 @ d(6)) // 2,
    "20d10!o": lambda: 20 @ d(10).explode(depth=1),
}


def main():
    # Warm enough to leave out what is loaded or compiled at first use.
    d(4).highest(3, 2)
    ask = EXPRESSIONS[sys.argv[1]]
    start = time.perf_counter()
    die = ask()
    seconds = time.perf_counter() - start
    json.dump({
        "seconds": seconds, "denominator": str(die.denominator()),
        "rows": [[str(value), str(ways)] for value, ways in die.items()]}, sys.stdout)


if __name__ == "__main__":
    # Python guards against long numbers in text.
    sys.set_int_max_str_digits(0)
    main()
