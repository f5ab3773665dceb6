"""What requests cost may not grow unseen; `Benchmarks/budget --write` takes a new cost as it is."""

import warnings

from kit.budget import FILE, SLACK, THRIFT, TOLERANCE, Budget, count
from kit.counts import conditions, may_trace


def test_requests_keep_to_their_budget(program, scratch):
    budget = Budget()
    if not may_trace():
        warnings.warn("system calls are not counted: this user may not trace a running process")
    rows = list(budget.compare(count(program, scratch)))
    lines = [
        f"{request}: {now:,} {what}, {before:,} in the budget ({change:+.1%})"
        for request, what, now, before, change in rows]
    here = conditions()
    if here != budget.conditions:
        warnings.warn("\n".join([f"{FILE.name} is not for {here}:", *lines]))
        return
    for line, row in zip(lines, rows):
        if row[-1] < -THRIFT:
            warnings.warn(f"{line}: lower it with Benchmarks/budget --write")
    dearer = [
        line for line, (_, _, now, before, change) in zip(lines, rows)
        if change > TOLERANCE and now - before > SLACK]
    assert not dearer, "\n".join(dearer)
