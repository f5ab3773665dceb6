"""A league of strategies of Pig, enumerated: who wins how often, by nothing of ours."""

import functools


def written(text, goal):
    """When a strategy of a file holds: `hold at 20`, `four numbers …`, `table …`."""
    words = text.split()
    numbers = [int(word) for word in words if word.isdigit()]

    def total(own, other):
        if len(numbers) == 1:
            return numbers[0]
        if len(numbers) == 4:
            behind, level, ahead, near = numbers
            if goal - other <= near:
                return goal
            return behind if own < other else ahead if own > other else level
        return numbers[5 * (5 * own // goal) + 5 * other // goal]

    return lambda own, other, turn: turn > 0 and turn >= min(total(own, other), goal - own)


@functools.cache
def optimal(goal):
    """Optimal play: pair of scores by pair, from both near the goal to both at nothing."""
    chances = {}

    def turn(own, other, after_one):
        """The chance, its slope, and for each turn total whether to hold."""
        values = {total: (1.0, 0.0) for total in range(goal - own, goal - own + 6)}
        holds = {}
        for total in reversed(range(goal - own)):
            if total == 1:
                continue
            rolled = [sum(column) / 6 for column in zip(
                (after_one, 1.0), *(values[total + face] for face in range(2, 7)))]
            held = 1 - chances[other, own + total] if total else -1
            holds[total] = held >= rolled[0]
            values[total] = (held, 0.0) if holds[total] else tuple(rolled)
        return *values[0], holds

    decided = {}
    for both in reversed(range(2 * goal - 1)):
        for own in range(max(0, both - goal + 1), both // 2 + 1):
            other, guess, step = both - own, 0.5, 1
            while abs(step) > 1e-14:
                reply, reply_slope, reply_holds = turn(other, own, 1 - guess)
                chance, slope, holds = turn(own, other, 1 - reply)
                step = (chance - guess) / (1 - slope * reply_slope)
                guess += step
            chances[own, other], chances[other, own] = guess, 1 - (1 - reply)
            decided[own, other], decided[other, own] = holds, reply_holds
    return lambda own, other, total: total > 0 and (
        own + total >= goal or decided[own, other][total])


def ends(holds, own, other):
    """How a turn ends: the chance of a 1, and those of what is banked."""
    lost, banked, reached = 0.0, {}, {0: 1.0}
    while reached:
        total = min(reached)
        chance = reached.pop(total)
        if holds(own, other, total):
            banked[total] = chance
            continue
        lost += chance / 6
        for face in range(2, 7):
            reached[total + face] = reached.get(total + face, 0) + chance / 6
    return lost, banked


def begins_and_wins(players, goal):
    """For each two players the chance of the first, who begins."""
    turns = [{(own, other): ends(holds, own, other) for own in range(goal) for other in range(goal)}
             for holds in players]
    won = [[None] * len(players) for _ in players]
    for one in range(len(players)):
        for other in range(one, len(players)):
            won[one][other], won[other][one] = duel(turns[one], turns[other], goal)
    return won


def duel(first, second, goal):
    mine, theirs = {}, {}
    for own in reversed(range(goal)):
        for other in reversed(range(goal)):
            lost, banked = first[own, other]
            wins = sum(chance * (1 - theirs[other, own + total] if own + total < goal else 1)
                       for total, chance in banked.items())
            reply_lost, reply_banked = second[other, own]
            reply_wins = sum(chance * (1 - mine[own, other + total] if other + total < goal else 1)
                             for total, chance in reply_banked.items())
            # x = wins + lost (1 − y), y = reply_wins + reply_lost (1 − x)
            x = (wins + lost * (1 - reply_wins - reply_lost)) / (1 - lost * reply_lost)
            mine[own, other], theirs[other, own] = x, reply_wins + reply_lost * (1 - x)
    return mine[0, 0], theirs[0, 0]
