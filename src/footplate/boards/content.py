"""The content of a board file, read into values and written back.

A file says more than the values that are played by: sources, remarks, variants. So values are written over the content
that they came with, and what hasn't changed stays as it was.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from footplate.boards.bonuses import read_bonuses, write_bonuses
from footplate.boards.parts import City, ProgressRules, Route, Rules, TicketDeal
from footplate.boards.ticket_content import read_ticket_rules, read_tickets, write_ticket_rules, written_tickets

if TYPE_CHECKING:
    from footplate.boards.board import Board

AS_THEY_ARE = (  # rules that are called alike in a file
    *("trains", "cards_per_color", "locomotives", "initial_cards", "face_up", "max_face_up_locomotives"),
    *("end_trains", "double_routes_min_players"),
)
BONUSES = ("longest_path_bonus", "globetrotter_bonus")  # null in a file: none
OFFICIAL_TUNNEL_CARDS = 3
PROGRESS = ("decay", "disconnected_distance", "ticket_sets", "objectives")  # keys of special


class BoardFile(dict[str, Any]):
    """The content of a board file that has been checked, with all its defaults filled in."""


# ---------------------------------------------------------------- from content to values


def read_values(data: Mapping[str, Any]) -> dict[str, Any]:
    """What a ``Board`` is made from, by name."""
    attractions = set(data["special"].get("attractions", ()))
    return {
        "name": data["name"],
        "title": data["title"],
        "colors": tuple(data["colors"]),
        "cities": tuple(
            City(c["name"], c["x"], c["y"], c.get("label", c["name"]), c["name"] in attractions) for c in data["cities"]
        ),
        "routes": tuple(map(_route, data["routes"])),
        "tickets": read_tickets(data),
        "rules": _rules(data),
        "aspect": data.get("layout", {}).get("aspect", 1.0),
    }


def _route(data: Mapping[str, Any]) -> Route:
    ends = data["a"], data["b"]
    more = data["locomotives"], data["tunnel"], data.get("substitutes", 0)
    return Route(*ends, data["length"], data["color"], data["pair"], *more)


def _rules(data: Mapping[str, Any]) -> Rules:
    special = data["special"]
    return Rules(
        **{key: data[key] for key in AS_THEY_ARE},
        longest_path_bonus=data.get("longest_path_bonus") or 0,
        globetrotter_bonus=data.get("globetrotter_bonus") or 0,
        players=(data["players"][0], data["players"][1]),
        initial_tickets=_deal(data["initial_tickets"]),
        draw_tickets=_deal(data["draw_tickets"]),
        route_points={int(length): points for length, points in data["route_points"].items()},
        own_both_tracks=special.get("same_player_double_route", False),
        attraction_points=special.get("attraction_points", 0) if "attractions" in special else 0,
        tie_breaks=tuple(data.get("tie_breaks", official_tie_breaks(data.get("longest_path_bonus") or 0))),
        open_hands=data.get("open_hands", False),
        progress=_progress(special),
        **read_bonuses(special),
        **read_ticket_rules(data),
        face_up_locomotive_is_whole_draw=special.get("face_up_locomotive_counts_as_two_draws", True),
        locomotives_only_on=tuple(special.get("locomotives_only_on", ())),
        tunnel_cards=special.get("tunnels", {}).get("reveal", OFFICIAL_TUNNEL_CARDS),
        substitutes_for_any_locomotive=special.get("substitutes_for_any_locomotive", False),
    )


def official_tie_breaks(longest_path_bonus: int) -> tuple[str, ...]:
    return ("tickets", "longest_path") if longest_path_bonus else ("tickets",)


def _deal(data: Mapping[str, Any]) -> TicketDeal:
    return TicketDeal(data["deal"], data["keep"])


def _progress(special: Mapping[str, Any]) -> ProgressRules | None:
    if "decay" not in special:
        return None
    sets = special["ticket_sets"]
    seats = [sets["main"], sets["other"]] if special.get("objectives") == "different" else [sets["main"]]
    return ProgressRules(special["decay"], special["disconnected_distance"], tuple(map(tuple, seats)))


# ---------------------------------------------------------------- from values to content


def write_content(board: Board) -> dict[str, Any]:
    """The content of the board's file: its own file's where the values are the same, and the values elsewhere."""
    file: Mapping[str, Any] = board.file or {}
    known = read_values(file) if file else {}
    if known and all(getattr(board, key) == value for key, value in known.items()):
        return dict(file)
    data = {**file, **write_rules(board)}
    if file and board.title != file["title"]:
        data.pop("short_title", None)
    countries = known["rules"].countries if known else ()
    if (board.cities, board.rules.countries) != (known.get("cities"), countries):
        data["cities"] = _written_cities(board, data.get("cities", ()))
    if board.routes != known.get("routes"):
        data["routes"] = _written_routes(board)
    if board.tickets != known.get("tickets"):
        data["tickets"] = written_tickets(board, data.get("tickets", ()))
    data["special"] = write_ticket_rules(_special(data.get("special", {}), board), board)
    data.setdefault("sources", [])
    data.setdefault("notes", [])
    return data


def write_rules(board: Board) -> dict[str, Any]:
    """All but the map, the tickets and what is special."""
    file: Mapping[str, Any] = board.file or {}
    rules = board.rules
    data: dict[str, Any] = {"name": board.name, "title": board.title, "players": list(rules.players)}
    data |= {"colors": list(board.colors), **{key: getattr(rules, key) for key in AS_THEY_ARE}}
    for key in BONUSES:
        value = getattr(rules, key)
        data[key] = file[key] if key in file and (file[key] or 0) == value else value
    for key, deal in (("initial_tickets", rules.initial_tickets), ("draw_tickets", rules.draw_tickets)):
        data[key] = {"deal": deal.deal, "keep": deal.keep}
    if rules.first_long_tickets:
        data["initial_tickets"]["deal_long"] = rules.first_long_tickets
    data["route_points"] = {str(length): points for length, points in rules.route_points.items()}
    if rules.tie_breaks != tuple(file.get("tie_breaks", official_tie_breaks(rules.longest_path_bonus))):
        data["tie_breaks"] = list(rules.tie_breaks)
    if rules.open_hands != file.get("open_hands", False):
        data["open_hands"] = rules.open_hands
    layout = file.get("layout", {})
    return data if board.aspect == layout.get("aspect", 1.0) else {**data, "layout": {**layout, "aspect": board.aspect}}


def _special(special: Mapping[str, Any], board: Board) -> dict[str, Any]:
    """Special rules by the values; what only says again how many cards or points there are goes."""
    rules, written = board.rules, dict(special)
    cards = len(board.colors) * rules.cards_per_color + rules.locomotives
    if written.get("deck_size", cards) != cards:
        del written["deck_size"]
    if "globetrotter" in written and written["globetrotter"].get("points") != rules.globetrotter_bonus:
        del written["globetrotter"]
    if rules.own_both_tracks != written.get("same_player_double_route", False):
        written["same_player_double_route"] = rules.own_both_tracks
    for key, pairs in _parallel_lists(board).items():
        declared = {frozenset(pair) for pair in written.get(key, ())}
        new = [pair for pair in pairs if frozenset(pair) not in declared]
        if new:
            written[key] = [*written.get(key, ()), *new]
    attractions = [city.name for city in board.cities if city.attraction]
    for key, value in (("attractions", attractions), ("attraction_points", rules.attraction_points)):
        written.pop(key, None)
        if attractions or value:
            written[key] = value
    if rules.face_up_locomotive_is_whole_draw != written.get("face_up_locomotive_counts_as_two_draws", True):
        written["face_up_locomotive_counts_as_two_draws"] = rules.face_up_locomotive_is_whole_draw
    if rules.locomotives_only_on != tuple(written.get("locomotives_only_on", ())):
        written["locomotives_only_on"] = list(rules.locomotives_only_on)
    if rules.substitutes_for_any_locomotive != written.get("substitutes_for_any_locomotive", False):
        written["substitutes_for_any_locomotive"] = rules.substitutes_for_any_locomotive
    if rules.tunnel_cards != written.get("tunnels", {}).get("reveal", OFFICIAL_TUNNEL_CARDS):
        written["tunnels"] = {**written.get("tunnels", {}), "reveal": rules.tunnel_cards}
    if rules.progress != _progress(written):
        sets = written.get("ticket_sets", {})
        written = {key: value for key, value in written.items() if key not in PROGRESS}
        written |= _written_progress(rules.progress, sets) if rules.progress else {}
    return write_bonuses(rules, written)


def _parallel_lists(board: Board) -> dict[str, list[list[str]]]:
    """Pairs of cities that a file must name: with three routes, or with routes of several lengths."""
    groups = [[board.routes[i] for i in group] for group in board.parallel_routes]
    return {
        "triple_routes": [[group[0].a, group[0].b] for group in groups if len(group) == 3],
        "unequal_parallel_routes": [[group[0].a, group[0].b] for group in groups if len({r.length for r in group}) > 1],
    }


def _written_progress(progress: ProgressRules, sets: Mapping[str, Any]) -> dict[str, Any]:
    """The thesis's game; ``sets`` may have tickets that only a variant gives."""
    sets = {**sets, **dict(zip(("main", "other"), map(list, progress.given), strict=False))}
    aims = "different" if len(progress.given) > 1 else "same"
    return dict(zip(PROGRESS, (progress.decay, progress.disconnected_distance, sets, aims), strict=True))


def _written_cities(board: Board, known: Any) -> list[dict[str, Any]]:
    extras = {city["name"]: {key: value for key, value in city.items() if key != "country"} for city in known}
    country_of = {name: country.name for country in board.rules.countries for name in country.cities}
    written = []
    for city in board.cities:
        data = {**extras.get(city.name, {}), "name": city.name, "x": city.x, "y": city.y}
        if city.label != data.get("label", city.name):
            data["label"] = city.label
        if city.attraction != data.get("attraction", False):
            data["attraction"] = city.attraction
        if city.name in country_of:
            data["country"] = country_of[city.name]
        written.append(data)
    return written


def _written_routes(board: Board) -> list[dict[str, Any]]:
    tracks = Counter(frozenset((route.a, route.b)) for route in board.routes)
    return [
        {
            "a": route.a,
            "b": route.b,
            "length": route.length,
            "color": route.color,
            "double": int(tracks[frozenset((route.a, route.b))] > 1),
            "pair": route.pair,
            "tunnel": route.tunnel,
            "locomotives": route.locomotives,
            **({"substitutes": route.substitutes} if route.substitutes else {}),
        }
        for route in board.routes
    ]
