"""Who meets what: balanced, and the same for the same seed."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from footplate.app.user_studies.design import Condition, Design
from footplate.app.user_studies.orders import games_at, latin_rows, order_words


def design(conditions: int = 4, people: int = 24, **more: object) -> Design:
    facts: dict[str, object] = {
        "name": "x", "title": "X", "people": people, "games": conditions, "order": "latin", "seed": 1,
        "boards": ("mini",), "consent": "", "questions": (),
        "conditions": tuple(Condition(name=f"c{n}", opponent="greedy") for n in range(conditions)),
    }  # fmt: skip
    return Design(**{**facts, **more})  # type: ignore[arg-type]


def sequences(one: Design) -> list[tuple[int, ...]]:
    return [tuple(condition for condition, _ in games_at(one, place)) for place in range(one.people)]


@pytest.mark.parametrize("n", range(1, 9))
def test_a_latin_square_is_balanced_at_every_place_and_for_what_comes_before(n: int) -> None:
    rows = latin_rows(n)
    for at in range(n):
        assert Counter(row[at] for row in rows) == dict.fromkeys(range(n), len(rows) // n)
    pairs = Counter(pair for row in rows for pair in pairwise(row))
    assert len(pairs) == n * (n - 1)
    assert len(set(pairs.values())) <= 1


@pytest.mark.parametrize("conditions", [2, 3, 4, 5])
def test_people_in_a_latin_square_are_balanced_in_every_block(conditions: int) -> None:
    rows = len(latin_rows(conditions))
    found = sequences(design(conditions, people=3 * rows))
    for block in range(3):
        assert Counter(found[block * rows : (block + 1) * rows]) == Counter(set(found))
    assert [found[place] for place in range(rows)] != sorted(set(found)) or conditions == 2  # blocks are shuffled


@pytest.mark.parametrize("order", ["fixed", "random", "latin"])
def test_the_seed_says_it_all(order: str) -> None:
    one = design(order=order)
    assert sequences(one) == sequences(design(order=order))
    assert sequences(one)[:5] == sequences(design(order=order, people=48))[:5]  # more people change nothing for others
    assert (sequences(one) == sequences(design(order=order, seed=2))) == (order == "fixed")
    assert all(sorted(sequence) == [0, 1, 2, 3] for sequence in sequences(one))


def test_everybody_meets_everything_on_every_board_and_again_in_more_rounds() -> None:
    one = design(2, people=4, boards=("mini", "small"), games=10)
    for place in range(4):
        games = games_at(one, place)
        assert len(games) == 10
        assert set(games[:4]) == {(c, board) for c in (0, 1) for board in ("mini", "small")}
        assert games[:4] == games[4:8] == [*games[8:], *games[2:4]]
    assert set(games_at(design(3, games=1), 0)) < {(c, "mini") for c in range(3)}


def test_the_order_in_words(tmp_path: Path) -> None:
    assert order_words(design(3, people=12)) == "Latin square, 6 rows of 2 people"
    assert order_words(design(3, people=6)) == "Latin square, 6 rows of 1 person"
    assert order_words(design(order="random")) == "by chance, for each person anew"
