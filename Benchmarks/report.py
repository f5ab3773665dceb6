"""The report that benchmarks print."""

import json
import statistics


def readable(value):
    digits = 3 if value < 10 else 1 if value < 1000 else 0
    return f"{value:,.{digits}f}"


class Report:
    """Prints one JSON object per line, then a table for people.

    The object is {"name", "ratio", "unit"}.
    """

    def __init__(self):
        self.rows = []

    def add(self, name, value, unit="x", goal="", spread=""):
        print(json.dumps({"name": name, "ratio": round(value, 3), "unit": unit}), flush=True)
        self.rows.append((name, readable(value), unit, goal, spread))

    def rounds(self, name, values, unit="", goal=""):
        """Adds the median of what the rounds have found, and their middle half."""
        low, middle, high = statistics.quantiles(values, n=4)
        self.add(name, middle, unit, goal, f"{readable(low)} to {readable(high)}")

    def ratio(self, name, mine, its, goal=""):
        """Adds the median of the ratios of each round."""
        self.rounds(name, [one / other for one, other in zip(mine, its)], "x", goal)

    def show(self):
        print()
        for row in [("what", "here", "", "goal", "middle half of the rounds"), *self.rows]:
            print("{:<64} {:>9} {:<6} {:<8} {}".format(*row).rstrip())
