"""Behind which server, and with scripts or without."""

import pytest

# What a server does has nothing to do with scripts, so each goes with one of the two.
both_ways = pytest.mark.parametrize(
    ("hall", "scripts"), [("nginx", True), ("lighttpd", False)], indirect=True)
by_turns = pytest.mark.turns("hall", "scripts")
