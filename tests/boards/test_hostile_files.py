"""Board files that are made to keep the check busy: it looks at little of them, and says little about them."""

from __future__ import annotations

import copy
import difflib
import json
from typing import Any

import pytest

from footplate.boards import Board, load_board
from footplate.boards.check import problems
from footplate.boards.check.values import MOST_REASONS, did_you_mean
from footplate.errors import InvalidBoard

MORE = f"and more: these are the first {MOST_REASONS} reasons"


def board_of_near_misses(routes: int) -> dict[str, Any]:
    """64 cities with almost the same name, and routes to cities that are called almost so."""
    name = "ab" * 14
    towns = [{"name": f"{name}{n:02}", "x": n % 8 / 8, "y": n // 8 / 8} for n in range(64)]
    far = [{"a": f"{name}x{n}", "b": f"{name}y{n}", "length": 1, "color": "red"} for n in range(routes)]
    return {**load_board("small").data, "cities": towns, "routes": far}


@pytest.fixture
def comparisons(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """For each word that was looked for among known ones, how many letters were compared at most."""
    looked: list[int] = []
    find = difflib.get_close_matches

    def counted(word: str, known: Any, **more: Any) -> list[str]:
        looked.append(max(map(len, [word, *known])))
        return find(word, known, **more)

    monkeypatch.setattr(difflib, "get_close_matches", counted)
    return looked


def test_long_lists_are_refused_before_anybody_looks_inside(comparisons: list[int]) -> None:
    assert problems(board_of_near_misses(2560)) == ["routes: 2560, but a board has 1 to 127"]
    assert comparisons == []


@pytest.mark.parametrize(
    ("key", "value", "reason"),
    [
        ("cities", [{}] * 900, "cities: 900, but a board has 2 to 64"),
        ("tickets", [1] * 900, "tickets: 900, but a board has at most 96"),
        ("notes", ["x"] * 201, "notes: 201, but no list or object of a board file has more than 200 entries"),
        ("special", {"countries": {str(n): [] for n in range(300)}}, "special.countries: 300, but no list or object"),
        ("special", {"districts": [{"cities": ["a"] * 300}]}, "special.districts.1.cities: 300, but no list or object"),
        (f"{'k' * 500_000}", [0] * 300, f"{'k' * 60}: 300, but no list or object"),
    ],
)
def test_any_list_has_an_end(key: str, value: object, reason: str) -> None:
    (found,) = problems({**load_board("small").data, key: value})
    assert found.startswith(reason)


def test_so_many_fields_are_not_read_at_all() -> None:
    assert problems({str(n): n for n in range(1000)}) == [
        "the file: 1000, but no list or object of a board file has more than 200 entries"
    ]


def test_the_check_stops_when_enough_is_said(comparisons: list[int]) -> None:
    found = problems(board_of_near_misses(127))
    assert any("did you mean" in reason for reason in found)
    assert len(found) == MOST_REASONS + 1
    assert found[-1] == MORE
    assert 0 < len(comparisons) <= MOST_REASONS
    assert max(comparisons) <= 30


def test_slips_that_variants_share_are_looked_for_once(comparisons: list[int]) -> None:
    data = copy.deepcopy(dict(load_board("small").data))
    for ticket in data["tickets"]:
        ticket["a"] += "z"
    data["special"] = {"variants": {f"v{n}": {"trains": 20 + n} for n in range(20)}}
    found = problems(data)
    assert [reason for reason in found if "did you mean" in reason] == found
    assert len(found) == len(data["tickets"])
    assert 0 < len(comparisons) <= len(found)


def test_a_few_reasons_are_all_of_them() -> None:
    found = problems({**load_board("small").data, "trains": 0, "face_up": 9})
    assert not any(reason.startswith("and more") for reason in found)


def test_long_words_are_compared_by_their_beginnings() -> None:
    known = "a town with a name of more than thirty letters"
    assert did_you_mean(f"{known[:-1]}x", [known]) == f"; did you mean {known!r}?"
    assert did_you_mean("x" * 100_000, [known]) == ""


def test_keys_that_come_again_and_again_are_told_a_few_times() -> None:
    many = "{" + ",".join(f'"k{n}": 1, "k{n}": 2' for n in range(9000)) + "}"
    with pytest.raises(InvalidBoard) as refused:
        Board.from_json(many)
    assert len([reason for reason in refused.value.reasons if "is there 2 times (1 and 2)" in reason]) == MOST_REASONS
    with pytest.raises(InvalidBoard) as refused:
        Board.from_json("{" + ", ".join(['"name": 7'] * 9000) + "}")
    assert (
        refused.value.reasons[0]
        == "the key 'name' is there 9000 times (7 and 7 and 7 and 7 and 7 and more); one must go"
    )


def test_names_in_reasons_are_short_however_they_are_nested() -> None:
    inner: object = "x" * 100_000
    for _ in range(15):
        inner = {"name": inner, "x": 1}
    text = json.dumps(inner).replace('"x": 1', '"x": 1, "x": 2')
    with pytest.raises(InvalidBoard) as refused:
        Board.from_json(text)
    assert max(map(len, refused.value.reasons)) < 1000
