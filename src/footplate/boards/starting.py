"""A board file to start from: the rules of a published board on a map of six cities, to be replaced by one's own."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import combinations, cycle, islice
from typing import Any

from footplate.boards.board import Board
from footplate.boards.content import SPECIAL_RULES
from footplate.boards.paths import adjacency, shortest_paths
from footplate.boards.variants import RULE_FIELDS

# Rules of ``special`` that name no city of the board that they come from.
MOVABLE = (
    *("stations", "tunnels", "grand_tour_bonus", "rejected_tickets", "ticket_decks", "objective", "draw_cards"),
    *("same_player_double_route", "locomotives_only_on", "substitutes_for_any_locomotive", "two_cards_at_once"),
    "face_up_locomotive_counts_as_two_draws",
)
OF_CITIES = (  # rules that name cities or tickets
    *("districts", "passengers", "passenger_gates", "countries", "country_tickets", "attractions", "coast_to_coast"),
    "decay",
)
LISTS = ("cities", "routes", "tickets")
CITIES = (
    *(("Alder", 0.12, 0.5), ("Birch", 0.34, 0.15), ("Cedar", 0.7, 0.14)),
    *(("Elm", 0.88, 0.5), ("Hazel", 0.66, 0.86), ("Rowan", 0.3, 0.85)),
)
ASPECT = 1.5


def rules_like(board: Board) -> dict[str, Any]:
    """The rules of a board as fields of a file, without those that name its cities."""
    usual = {rule.key: rule.default for rule in SPECIAL_RULES}
    special = board.data["special"]
    kept = {key: value for key, value in special.items() if key in MOVABLE and value != usual.get(key)}
    fields = {key: board.data[key] for key in RULE_FIELDS if key in board.data and key != "title"}
    return {**fields, **({"special": kept} if kept else {})}


def left_out_rules(board: Board) -> tuple[str, ...]:
    """The special rules of a board that ``rules_like`` leaves out, remarks and variants not counted."""
    return tuple(key for key in OF_CITIES if key in board.data["special"])


def starting_file(name: str, title: str, like: Board) -> dict[str, Any]:
    """The content of a lean file that can be played as it is."""
    rules = rules_like(like)
    special = rules.get("special", {})
    names = [city for city, _, _ in CITIES]
    ring = [*zip(names, [*names[1:], names[0]], strict=True), ("Alder", "Elm"), ("Birch", "Rowan"), ("Cedar", "Hazel")]
    lengths = [n for n in (2, 3, 1) if str(n) in rules["route_points"] and n <= rules["trains"]] or [1]
    routes = [
        {"a": a, "b": b, "length": length, "color": colour}
        for (a, b), length, colour in zip(ring, cycle(lengths[:2]), cycle([*rules["colors"], "grey"]), strict=False)
    ]
    tickets = islice(cycle(combinations(names, 2)), _tickets_needed(rules))
    graph = adjacency(names, [(min(r["a"], r["b"]), max(r["a"], r["b"]), r["length"]) for r in routes])
    long = rules["players"][1] * max(rules["initial_tickets"].get("deal_long", 0), "ticket_decks" in special)
    return {
        "name": name,
        "title": title,
        **rules,
        "layout": {"aspect": ASPECT},
        "cities": [{"name": city, "x": x, "y": y} for city, x, y in CITIES],
        "routes": routes,
        "tickets": [
            {"a": a, "b": b, "points": shortest_paths(graph, a)[b].segments, **({"long": True} if i < long else {})}
            for i, (a, b) in enumerate(tickets)
        ],
    }


def _tickets_needed(rules: Mapping[str, Any]) -> int:
    """As many as the first deals of most players take, and no fewer than one for each two cities."""
    deal, most = rules["initial_tickets"], rules["players"][1]
    each = (
        deal["deal"] + deal.get("deal_long", 0) + rules.get("special", {}).get("objective", {}).get("tickets_to_win", 0)
    )
    return max(15, int(most * each))


def lean_text(data: Mapping[str, Any]) -> str:
    """A board file as people like to read it: a field a line, and a line for each city, route and ticket."""
    return "{\n" + ",\n".join(_lines(data)) + "\n}\n"


def _lines(data: Mapping[str, Any]) -> Iterator[str]:
    for key, value in data.items():
        if key in LISTS and value:
            entries = ",\n  ".join(map(_json, value))
            yield f" {_json(key)}: [\n  {entries}\n ]"
        else:
            yield f" {_json(key)}: {_json(value)}"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
