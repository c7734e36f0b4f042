"""The designer's report: one page that stands alone, before and after, in two themes."""

from __future__ import annotations

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from footplate.arena.runners import InThisThread
from footplate.boards import Board, load_board
from footplate.charts import Share, draw_advantage, draw_arc, draw_shares
from footplate.design.evaluation.evaluation import Evaluation, evaluate
from footplate.design.evaluation.strangers import meet_strangers
from footplate.design.report.page import report_html
from footplate.design.report.words import headline

AGENTS = ("greedy", "planner")


def longer(board: Board) -> Board:
    """With one route longer and another one grey."""
    first, second, *others = board.routes
    routes = (replace(first, length=first.length + 1), replace(second, color="grey"), *others)
    return replace(board, routes=routes, title="Longer")


@pytest.fixture(scope="module")
def before() -> Evaluation:
    return evaluate(load_board("small"), AGENTS, 20)


@pytest.fixture(scope="module")
def now() -> Evaluation:
    return evaluate(longer(load_board("small")), AGENTS, 20, command="footplate design evaluate mine.json")


def drawings(page: str) -> list[str]:
    return re.findall(r"<svg.*?</svg>", page, re.DOTALL)


def test_the_page_stands_alone_with_its_sentence_first(now: Evaluation) -> None:
    page = report_html(now)
    assert page.startswith("<!doctype html>")
    assert f"<h1>{headline(now)}</h1>" in page
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")  # nothing is fetched from anywhere
    assert "<script" not in page
    assert "<code>footplate design evaluate mine.json</code>" in page
    assert now.board.rules_hash in page
    for drawing in drawings(page):
        ElementTree.fromstring(drawing)
    for heading in ("Win share by agent", "Win share by seat", "First player’s advantage", "Game arc", "Route use"):
        assert f"<h2>{heading}</h2>" in page
    for name in (*AGENTS, "Seat 1", "Seat 2"):
        assert f">{name}<" in page


def test_maps_and_colours_are_there_for_day_and_night(now: Evaluation) -> None:
    page = report_html(now)
    assert page.count('class="day"') == page.count('class="night"') == 2
    assert "prefers-color-scheme: dark" in page
    charts = draw_arc(now.arc, None, "x") + draw_advantage(now.play.advantage, None, "x")
    assert not re.search(r"#[0-9A-Fa-f]{6}", charts)  # in the page's colours, whichever they are


def test_changes_have_the_same_number_on_the_map_and_in_the_list(now: Evaluation, before: Evaluation) -> None:
    page = report_html(now, before)
    assert "<h2>Before</h2>" in page
    assert "2 changes" in page
    first, second = now.board.routes[:2]
    assert f"<b>{first.a} – {first.b}</b><small>{first.color}, {first.length - 1} → {first.length}</small>" in page
    assert f"<b>{second.a} – {second.b}</b>" in page
    after = drawings(page)[2]
    assert re.findall(r'<text y="[\d.]+" fill="#\w+">(\d+)</text>', after) == ["1", "2"]
    assert "before hollow" not in page
    assert "Before</td>" in page  # in the tables, too


def test_boards_without_a_common_city_have_no_list(now: Evaluation) -> None:
    other = evaluate(load_board("usa"), AGENTS, 2)
    page = report_html(other, now)
    assert "no route can be compared" in page


def test_dead_routes_and_unusual_colours_stand_out(now: Evaluation) -> None:
    page = report_html(replace(now, routes=(0.0, *now.routes[1:])))
    assert re.search(r'class="dash".*?0\.0 %', page)
    few = report_html(now)
    assert "unusual" in few  # a small board has no double routes
    assert re.search(r"<tr class=own><td class=\"name\">This board</td>", few)


def test_strangers_have_a_table(now: Evaluation) -> None:
    met = meet_strangers(now.board, ["greedy"], 2, 2, runner=InThisThread())
    page = report_html(replace(now, strangers=tuple(met)))
    assert "Strangers: greedy" in page
    assert "range of usa, new_york, small" in page


def test_intervals_wishes_and_what_was_before(now: Evaluation) -> None:
    share = now.play.win_shares[0]
    chart = draw_shares([Share("greedy", 50, share, share)], "Even")
    assert chart.count("<circle") == 2
    assert "<title>Even</title>" in chart
    assert draw_shares([Share("greedy", 50, share)], "Even").count("<circle") == 1
