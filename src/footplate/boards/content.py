"""The content of a board file, read into values and written back.

A file says more than the values that are played by: sources, remarks, variants. So values are written over the content
that they came with, and what hasn't changed stays as it was.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from footplate.boards import parts as P

if TYPE_CHECKING:
    from footplate.boards.board import Board

Content = Mapping[str, Any]

AS_THEY_ARE = (  # rules that have the same name in a file
    *("trains", "cards_per_color", "locomotives", "initial_cards", "face_up", "max_face_up_locomotives"),
    *("end_trains", "double_routes_min_players"),
)
BONUSES = ("longest_path_bonus", "globetrotter_bonus")  # null in a file: none
OFFICIAL_TUNNEL_CARDS = 3
PROGRESS = ("decay", "disconnected_distance", "ticket_sets", "objectives")  # keys of special
OBJECTIVES: dict[str, tuple[str, ...]] = {  # of the progress game: the ticket sets of the first seats
    "same": ("main",), "different": ("main", "other"), "private": (),
}  # fmt: skip
RACE = ("objective", "coast_to_coast")  # keys of special
BOTTOM = "bottom"


class BoardFile(dict[str, Any]):
    """The content of a board file that has been checked, with all its defaults filled in."""


# ---------------------------------------------------------------- special rules that have one key each


class SpecialRule(NamedTuple):
    """A key of ``special``, and the field of ``Rules`` that it gives; without the key the field has its default."""

    key: str
    field: str
    default: Any
    read: Callable[[Any], Any] = lambda value: value
    write: Callable[[Any], Any] = lambda value: value


def _read_grand_tour(data: Content) -> tuple[int, ...]:
    points = data["by_number_of_tickets"]
    return tuple(points[str(n + 1)] for n in range(len(points)))


def _read_passengers(data: Content) -> P.PassengerRules:
    points = {key: data[key] for key in ("most", "second") if key in data}
    return P.PassengerRules(tuple(data["per_city"].items()), tuple(data["colors"]), **points)


def _written_stations(rules: P.StationRules) -> dict[str, Any]:
    costs = list(rules.costs)
    return {"per_player": len(costs), "cost_cards": costs, "unused_points": rules.points}


def _written_passengers(rules: P.PassengerRules) -> dict[str, Any]:
    points = {"most": rules.most, "second": rules.second}
    return {"per_city": dict(rules.places), "colors": list(rules.colors), **points}


SPECIAL_RULES = (
    SpecialRule("same_player_double_route", "own_both_tracks", default=False),
    SpecialRule("face_up_locomotive_counts_as_two_draws", "face_up_locomotive_is_whole_draw", default=True),
    SpecialRule("locomotives_only_on", "locomotives_only_on", (), tuple, list),
    SpecialRule("substitutes_for_any_locomotive", "substitutes_for_any_locomotive", default=False),
    SpecialRule("two_cards_at_once", "two_cards_at_once", default=False),
    SpecialRule(
        *("districts", "districts", ()),
        lambda listed: tuple(P.District(one["value"], tuple(one["cities"])) for one in listed),
        lambda districts: [{"value": district.points, "cities": list(district.cities)} for district in districts],
    ),
    SpecialRule(
        *("grand_tour_bonus", "grand_tour", ()),
        _read_grand_tour,
        lambda points: {"by_number_of_tickets": {str(n): value for n, value in enumerate(points, start=1)}},
    ),
    SpecialRule(
        *("stations", "stations", None),
        lambda data: P.StationRules(tuple(data["cost_cards"]), data["unused_points"]),
        _written_stations,
    ),
    SpecialRule("passengers", "passengers", None, _read_passengers, _written_passengers),
    SpecialRule(
        *("passenger_gates", "passenger_gates", ()),
        lambda data: tuple((name, tuple(gates)) for name, gates in data.items()),
        lambda gates: {name: list(cities) for name, cities in gates},
    ),
    SpecialRule("ticket_decks", "ticket_decks", default=False),
    SpecialRule(
        *("countries", "countries", ()),
        lambda data: tuple(P.Country(name, tuple(cities)) for name, cities in data.items()),
        lambda countries: {country.name: list(country.cities) for country in countries},
    ),
)


def _special_rules(special: Content) -> dict[str, Any]:
    """What ``special`` says of these rules, by their fields in ``Rules``."""
    return {rule.field: rule.read(special[rule.key]) if rule.key in special else rule.default for rule in SPECIAL_RULES}


# ---------------------------------------------------------------- from content to values


def read_values(data: Content) -> dict[str, Any]:
    """What a ``Board`` is made from, by name."""
    special = data["special"]
    attractions = set(special.get("attractions", ())) if special.get("attraction_points") else set()  # some have none
    return {
        "name": data["name"],
        "title": data["title"],
        "colors": tuple(data["colors"]),
        "cities": tuple(
            P.City(c["name"], c["x"], c["y"], c.get("label", c["name"]), c["name"] in attractions)
            for c in data["cities"]
        ),
        "routes": tuple(map(_route, data["routes"])),
        "tickets": (*map(_ticket, data["tickets"]), *_country_tickets(data["special"])),
        "rules": _rules(data),
        "aspect": data.get("layout", {}).get("aspect", 1.0),
    }


def _route(data: Content) -> P.Route:
    ends = data["a"], data["b"]
    more = data["locomotives"], data["tunnel"], data.get("substitutes", 0)
    return P.Route(*ends, data["length"], data["color"], data["pair"], *more)


def _ticket(data: Content) -> P.Ticket:
    return P.Ticket(data["a"], data["b"], data["points"], data.get("long", False))


def _country_tickets(special: Content) -> Iterator[P.Ticket]:
    """The tickets of ``special.country_tickets``, each as often as there are copies."""
    for data in special.get("country_tickets", ()):
        if "to" not in data:
            yield _ticket(data)
            continue
        (best, points), *lesser = sorted(data["to"].items(), key=lambda goal: -goal[1])
        ticket = P.Ticket(data["from"], best, points, data.get("long", False), tuple(lesser))
        yield from [ticket] * data.get("copies", 1)


def _rules(data: Content) -> P.Rules:
    special, path_bonus = data["special"], data.get("longest_path_bonus") or 0
    first_rejected, rejected = _rejected(special)
    return P.Rules(
        **{key: data[key] for key in AS_THEY_ARE},
        longest_path_bonus=path_bonus,
        globetrotter_bonus=data.get("globetrotter_bonus") or 0,
        players=(data["players"][0], data["players"][1]),
        initial_tickets=_deal(data["initial_tickets"]),
        draw_tickets=_deal(data["draw_tickets"]),
        route_points={int(length): points for length, points in data["route_points"].items()},
        attraction_points=special.get("attraction_points", 0) if "attractions" in special else 0,
        tie_breaks=tuple(data.get("tie_breaks", official_tie_breaks(path_bonus))),
        open_hands=data.get("open_hands", False),
        progress=_progress(special),
        tunnel_cards=_tunnel_cards(special),
        first_long_tickets=data["initial_tickets"].get("deal_long", 0),
        first_rejected=first_rejected,
        rejected=rejected,
        race=_race(special),
        **_special_rules(special),
    )


def official_tie_breaks(longest_path_bonus: int) -> tuple[str, ...]:
    return ("tickets", "longest_path") if longest_path_bonus else ("tickets",)


def _deal(data: Content) -> P.TicketDeal:
    return P.TicketDeal(data["deal"], data["keep"])


def _tunnel_cards(special: Content) -> int:
    cards: int = special.get("tunnels", {}).get("reveal", OFFICIAL_TUNNEL_CARDS)
    return cards


def _rejected(special: Content) -> tuple[str, str]:
    """Where rejected tickets go: first ones, and later ones."""
    places = special.get("rejected_tickets", {})
    return places.get("first", BOTTOM), places.get("later", BOTTOM)


def _progress(special: Content) -> P.ProgressRules | None:
    if "decay" not in special:
        return None
    sets, aims = special.get("ticket_sets", {}), special.get("objectives", "same")
    seats = [sets[name] for name in OBJECTIVES[aims]]
    return P.ProgressRules(special["decay"], special["disconnected_distance"], tuple(map(tuple, seats)))


def _race(special: Content) -> P.RaceRules | None:
    if "objective" not in special:
        return None
    coasts = special.get("coast_to_coast", {})
    return P.RaceRules(
        tickets=special["objective"]["tickets_to_win"],
        coasts=(tuple(coasts.get("west", ())), tuple(coasts.get("east", ()))),
        coast_cards=coasts.get("tickets", 0),
        cards_per_draw=special.get("draw_cards", 2),
    )


# ---------------------------------------------------------------- from values to content


def write_content(board: Board) -> dict[str, Any]:
    """The content of the board's file: its own file's where the values are the same, and the values elsewhere."""
    file: Content = board.file or {}
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
        data["tickets"] = _written_tickets(board, data.get("tickets", ()))
    data["special"] = _written_special(board, data.get("special", {}))
    data.setdefault("sources", [])
    data.setdefault("notes", [])
    return data


def write_rules(board: Board) -> dict[str, Any]:
    """All but the map, the tickets and what is special."""
    file: Content = board.file or {}
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


def _written_special(board: Board, special: Content) -> dict[str, Any]:
    """Special rules by the values; what only says again how many cards or points there are goes."""
    rules, known, written = board.rules, _special_rules(special), dict(special)
    cards = len(board.colors) * rules.cards_per_color + rules.locomotives
    if written.get("deck_size", cards) != cards:
        del written["deck_size"]
    if "globetrotter" in written and written["globetrotter"].get("points") != rules.globetrotter_bonus:
        del written["globetrotter"]
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
    for rule in SPECIAL_RULES:
        value = getattr(rules, rule.field)
        if value != known[rule.field]:
            written.pop(rule.key, None)
            if value not in ((), None):
                written[rule.key] = rule.write(value)
    if rules.tunnel_cards != _tunnel_cards(special):
        written["tunnels"] = {**special.get("tunnels", {}), "reveal": rules.tunnel_cards}
    if (rules.first_rejected, rules.rejected) != _rejected(special):
        written["rejected_tickets"] = {"first": rules.first_rejected, "later": rules.rejected}
    if rules.progress != _progress(special):
        written = {key: value for key, value in written.items() if key not in PROGRESS}
        written |= _written_progress(rules.progress, special.get("ticket_sets", {})) if rules.progress else {}
    if rules.race != _race(special):
        written = {key: value for key, value in written.items() if key not in RACE}
        written |= _written_race(rules.race) if rules.race else {}
    country_tickets = [ticket for ticket in board.tickets if not _joins_cities(ticket, board)]
    if list(_country_tickets(special)) != country_tickets:
        copies = ((ticket, len(list(same))) for ticket, same in groupby(country_tickets))
        written["country_tickets"] = [
            {"from": ticket.a, "to": dict(ticket.goals), "copies": n, "long": ticket.long} for ticket, n in copies
        ]
    return written


def _parallel_lists(board: Board) -> dict[str, list[list[str]]]:
    """Pairs of cities that a file must name: with three routes, or with routes of several lengths."""
    groups = [[board.routes[i] for i in group] for group in board.parallel_routes]
    return {
        "triple_routes": [[group[0].a, group[0].b] for group in groups if len(group) == 3],
        "unequal_parallel_routes": [[group[0].a, group[0].b] for group in groups if len({r.length for r in group}) > 1],
    }


def _written_progress(progress: P.ProgressRules, sets: Content) -> dict[str, Any]:
    """The thesis's game; ``sets`` may have tickets that only a variant gives."""
    sets = {**sets, **dict(zip(("main", "other"), map(list, progress.given), strict=False))}
    aims = ("private", "same", "different")[min(len(progress.given), 2)]
    return dict(zip(PROGRESS, (progress.decay, progress.disconnected_distance, sets, aims), strict=True))


def _written_race(race: P.RaceRules) -> dict[str, Any]:
    written: dict[str, Any] = {"objective": {"tickets_to_win": race.tickets}, "draw_cards": race.cards_per_draw}
    if race.coast_cards:
        west, east = map(list, race.coasts)
        written["coast_to_coast"] = {"west": west, "east": east, "tickets": race.coast_cards}
    return written


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


def _written_tickets(board: Board, known: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Those between cities, with whatever else the file knew of them."""
    extras: dict[P.Ticket, list[dict[str, Any]]] = {}
    for data in reversed(known):
        extras.setdefault(_ticket(data), []).append(data)
    return [
        {"a": t.a, "b": t.b, "points": t.points, **(extras[t].pop() if extras.get(t) else {"long": t.long})}
        for t in board.tickets
        if _joins_cities(t, board)
    ]


def _joins_cities(ticket: P.Ticket, board: Board) -> bool:
    """Whether it joins two cities, as those in a file's list of tickets do."""
    countries = {country.name for country in board.rules.countries}
    return not ticket.lesser_goals and ticket.a not in countries and ticket.b not in countries
