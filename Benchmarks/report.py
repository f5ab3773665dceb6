"""The report that benchmarks print."""

import json


class Report:
    """Prints one JSON object per line, then a table for people.

    The object is {"name", "ratio", "unit"}.
    """

    def __init__(self):
        self.rows = []

    def add(self, name, value, unit="x", goal="", spread=""):
        print(json.dumps({"name": name, "ratio": round(value, 3), "unit": unit}), flush=True)
        digits = 3 if value < 10 else 1 if value < 1000 else 0
        self.rows.append((name, f"{value:,.{digits}f}", unit, goal, spread))

    def show(self):
        print()
        for row in [("what", "here", "", "goal", "middle half of the rounds"), *self.rows]:
            print("{:<50} {:>9} {:<6} {:<8} {}".format(*row).rstrip())
