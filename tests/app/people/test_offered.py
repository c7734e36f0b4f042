"""Whom the set-up page offers: papers' searches with their published values, changed options, cheats."""

from __future__ import annotations

import pytest

from footplate.agents import make_agent, read_spec
from footplate.app.people.opponents import (
    SEES,
    cheats,
    is_allowed,
    is_changed,
    ladder_view,
    name_of,
    opponents,
    time_word,
    word_for,
)
from footplate.app.people.papers import SEARCHES
from footplate.boards import load_board
from footplate.papers.warwick.studies.appendix_c import SEARCHES as PUBLISHED
from footplate.papers.warwick.studies.match import cheating, fair

OFFERED = opponents()


def read(text: str) -> tuple[str, frozenset[tuple[str, str]]]:
    """What a spec string says, whatever order it says it in; 0 is what is left out."""
    spec = read_spec(text)
    return spec.name, frozenset((key, str(value)) for key, value in spec.parameters if value not in ("0", "0.0"))


def test_the_reports_searches_are_offered_as_the_report_has_them():
    published = {search.named(30_000) for search in PUBLISHED.values()} | {fair(30_000), cheating(30_000)}
    assert {read(search.spec) for search in SEARCHES} <= {read(spec) for spec in published}
    assert len(SEARCHES) == 6


@pytest.mark.parametrize("bot", OFFERED, ids=lambda bot: bot["spec"])
def test_what_is_offered_can_be_played_and_has_published_values_within_its_limits(bot):
    assert is_allowed(bot["spec"])
    assert not is_changed(bot["spec"])
    assert name_of(bot["spec"])
    assert bot["sees"] == (SEES if cheats(bot["spec"]) else "")
    for field in bot["fields"]:
        assert field["least"] <= field["value"] <= field["most"]
        for value in (field["least"], field["most"]):
            values = {one["key"]: one["value"] for one in bot["fields"]} | {field["key"]: value}
            written = ",".join(f"{key}={number:g}" for key, number in values.items())
            assert make_agent(bot["fixed"] + written)
            assert is_changed(bot["fixed"] + written) == (value != field["value"])


def test_a_changed_search_keeps_its_name_and_says_that_it_is_changed():
    search = next(search for search in SEARCHES if search.name == "ISMCTS with POSAS")
    changed = search.spec.replace("iterations=30000", "iterations=500")
    assert (name_of(search.spec), word_for(search.spec)) == (search.name, "")
    assert (name_of(changed), word_for(changed)) == (search.name, "changed options")


@pytest.mark.parametrize(
    ("spec", "changed"),
    [
        ("porter", False), ("greedy", False), ("adaptive:win_rate=0.3", False), ("net:any", False),
        ("net:name=usa", False), ("hoarder:threshold=0.5", False), ("hoarder:threshold=.50", False),
        ("hoarder:threshold=0.6", True), ("ismcts:iterations=9999", True), ("ismcts:dda=posas", True),
        ("mixed:second=greedy", True), ("amateur:plays=net", True),
    ],
)  # fmt: skip
def test_changed_options_are_known(spec, changed):
    assert is_changed(spec) is changed


def test_seconds_are_shown_only_when_they_were_measured():
    board = load_board("small")
    times = (0.001, 0.001, 0.001, 0.001, None, 1.9)
    assert {level["time"] for level in ladder_view(board, 2)["levels"]} == {""}
    shown = [level["time"] for level in ladder_view(board, 2, times)["levels"]]
    assert shown == [*["under 0.1 s"] * 4, "", "2 s"]
    assert time_word(0.21) == "0.3 s"
