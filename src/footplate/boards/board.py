"""What a map is: cities, routes, tickets and the rules played on it. Frozen; no play here.

A board file is JSON (docs/boards.md). ``Board.from_dict`` checks all of it before anything is built, so a half-valid
board never exists; ``Board.data`` keeps the file's content, so that nothing is lost on the way back to JSON.
"""

from __future__ import annotations

import copy
import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from pathlib import Path
from typing import Any

from footplate.boards.check import missing_rules, problems
from footplate.boards.lean import completed, read_json
from footplate.boards.variants import apply_variant
from footplate.errors import InvalidBoard


@dataclass(frozen=True, slots=True)
class City:
    """A city; x to the right and y down, both from 0 to 1 (the map is ``Board.aspect`` times as wide as high)."""

    name: str
    x: float
    y: float
    label: str
    attraction: bool = False


@dataclass(frozen=True, slots=True)
class Route:
    """A route between two cities. Routes with the same ``pair`` lie side by side. ``locomotives``: needed at least."""

    a: str
    b: str
    length: int
    color: str
    pair: int
    locomotives: int = 0
    tunnel: bool = False


@dataclass(frozen=True, slots=True)
class Ticket:
    a: str
    b: str
    points: int

    def __str__(self) -> str:
        return f"{self.a}–{self.b} ({self.points})"


@dataclass(frozen=True, slots=True)
class TicketDeal:
    """How many tickets are dealt, and how many of them must be kept at least."""

    deal: int
    keep: int


@dataclass(frozen=True, slots=True)
class ProgressRules:
    """The thesis's game: given tickets, blind double draws, and a reward for coming nearer to one's tickets.

    An action earns ``decay ** t`` times the decrease of the summed distances of one's tickets, where t counts one's own
    turns from 0 and a ticket that is cut off has ``disconnected_distance``. ``given`` names the tickets by seat; seats
    beyond its end get its first entry.
    """

    decay: float
    disconnected_distance: int
    given: tuple[tuple[int, ...], ...]
    cards_per_draw: int = 2

    def tickets_of(self, seat: int) -> tuple[int, ...]:
        return self.given[seat] if seat < len(self.given) else self.given[0]


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules that a board file carries. Bonuses that the board doesn't have are 0."""

    players: tuple[int, int]
    trains: int
    cards_per_color: int
    locomotives: int
    initial_cards: int
    face_up: int
    max_face_up_locomotives: int | None
    initial_tickets: TicketDeal
    draw_tickets: TicketDeal
    route_points: Mapping[int, int]
    end_trains: int
    double_routes_min_players: int
    own_both_tracks: bool = False  # one player may claim several tracks of a double route
    longest_path_bonus: int = 0
    globetrotter_bonus: int = 0
    attraction_points: int = 0
    tie_breaks: tuple[str, ...] = ()
    open_hands: bool = False
    progress: ProgressRules | None = None


@dataclass(frozen=True, eq=False)
class Board:
    """A map with its rules. Boards with the same file content are equal."""

    name: str
    title: str
    colors: tuple[str, ...]
    cities: tuple[City, ...]
    routes: tuple[Route, ...]
    tickets: tuple[Ticket, ...]
    rules: Rules
    aspect: float
    data: Mapping[str, Any] = field(repr=False)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self.fingerprint == other.fingerprint

    def __hash__(self) -> int:
        return hash(self.fingerprint)

    @cached_property
    def fingerprint(self) -> str:
        """Short hash of the whole content, rules included."""
        return hashlib.sha256(json.dumps(self.data, sort_keys=True).encode()).hexdigest()[:16]

    @cached_property
    def rules_hash(self) -> str:
        """Short hash of all that a game depends on; titles, notes and the lie of the cities don't count."""
        rules = [
            (item.name, getattr(self.rules, item.name))
            for item in fields(self.rules)
            if getattr(self.rules, item.name) != item.default
        ]
        routes = [(r.a, r.b, r.length, r.color, r.pair, r.locomotives, r.tunnel) for r in self.routes]
        tickets = [(t.a, t.b, t.points) for t in self.tickets]
        cities = [(city.name, city.attraction) for city in self.cities]
        return hashlib.sha256(repr((self.colors, cities, routes, tickets, rules)).encode()).hexdigest()[:16]

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Board:
        """The board that ``data`` (a board file's content) describes; raises InvalidBoard with every reason if none."""
        return cls._checked(data, ())

    @classmethod
    def _checked(cls, data: Any, known: Iterable[str]) -> Board:
        """The board, unless there is a reason against it; some are known already."""
        reasons = [*known, *problems(data)]
        if reasons:
            name = data.get("name") if isinstance(data, Mapping) else None
            raise InvalidBoard(str(name or "without a name"), reasons)
        return _build(copy.deepcopy(completed(data)))

    @classmethod
    def from_json(cls, text: str) -> Board:
        try:
            data, twice = read_json(text)
        except (ValueError, RecursionError) as error:  # also: a number of thousands of digits
            raise InvalidBoard("without a name", [f"not JSON: {error}"]) from None
        return cls._checked(data, twice)

    @classmethod
    def from_file(cls, path: str | Path) -> Board:
        """The board in a file; what is wrong with it is said of the file, whatever name it gives itself."""
        try:
            return cls.from_json(Path(path).read_text(encoding="utf-8-sig"))
        except UnicodeDecodeError:
            raise InvalidBoard(str(path), ["the file is not text in UTF-8"]) from None
        except InvalidBoard as error:
            raise InvalidBoard(str(path), error.reasons) from None

    def to_json(self) -> str:
        """The board file; ``Board.from_json`` reads it back to an equal board."""
        return json.dumps(self.data, indent=1, ensure_ascii=False)

    @cached_property
    def missing_rules(self) -> tuple[str, ...]:
        """What Footplate can't play yet of this board's rules, a phrase each; empty for a playable board."""
        return tuple(missing_rules(self.data))

    @property
    def is_playable(self) -> bool:
        return not self.missing_rules

    @cached_property
    def variants(self) -> tuple[str, ...]:
        """Names of the rule variants in the file: ``load_board("small:warwick")``."""
        return tuple(self.data["special"].get("variants", {}))

    @cached_property
    def city_index(self) -> Mapping[str, int]:
        return {city.name: i for i, city in enumerate(self.cities)}

    @cached_property
    def parallel_routes(self) -> tuple[tuple[int, ...], ...]:
        """Routes (by index) grouped by the pair of cities that they join, in file order."""
        groups: dict[int, list[int]] = {}
        for i, route in enumerate(self.routes):
            groups.setdefault(route.pair, []).append(i)
        return tuple(tuple(group) for group in groups.values())

    def with_variant(self, variant: str) -> Board:
        """The board under another of its rule sets; ``+`` joins several: ``"different+open"``."""
        data: Mapping[str, Any] = self.data
        for name in variant.split("+"):
            if name not in self.variants:
                known = ", ".join(self.variants) or "none"
                raise InvalidBoard(self.name, [f"it has no variant {name!r}; its variants: {known}"])
            data = apply_variant(data, self.data["special"]["variants"][name])
        data = {**data, "name": f"{self.name}:{variant}"}
        return Board.from_dict(data) if "+" in variant else _build(copy.deepcopy(data))  # one alone has been checked

    def with_rules(self, **changes: Any) -> Board:
        """The same map with some top-level fields of the board file changed, checked like a file."""
        data = {**copy.deepcopy(dict(self.data)), **changes}
        data["special"] = {key: value for key, value in data["special"].items() if key != "deck_size"}
        return Board.from_dict(data)


def _build(data: dict[str, Any]) -> Board:
    special = data["special"]
    attractions = set(special.get("attractions", ()))
    return Board(
        name=data["name"],
        title=data["title"],
        colors=tuple(data["colors"]),
        cities=tuple(
            City(c["name"], c["x"], c["y"], c.get("label", c["name"]), c["name"] in attractions) for c in data["cities"]
        ),
        routes=tuple(
            Route(r["a"], r["b"], r["length"], r["color"], r["pair"], r.get("locomotives", 0), r.get("tunnel", False))
            for r in data["routes"]
        ),
        tickets=tuple(Ticket(t["a"], t["b"], t["points"]) for t in data["tickets"]),
        rules=_rules(data),
        aspect=data.get("layout", {}).get("aspect", 1.0),
        data=data,
    )


def _rules(data: dict[str, Any]) -> Rules:
    special = data["special"]
    path_bonus = data.get("longest_path_bonus") or 0
    official_tie_breaks = ["tickets", "longest_path"] if path_bonus else ["tickets"]
    first, later = data["initial_tickets"], data["draw_tickets"]
    progress = None
    if "decay" in special:
        sets = special["ticket_sets"]
        seats = [sets["main"], sets["other"]] if special.get("objectives") == "different" else [sets["main"]]
        progress = ProgressRules(special["decay"], special["disconnected_distance"], tuple(map(tuple, seats)))
    return Rules(
        players=(data["players"][0], data["players"][1]),
        trains=data["trains"],
        cards_per_color=data["cards_per_color"],
        locomotives=data["locomotives"],
        initial_cards=data["initial_cards"],
        face_up=data["face_up"],
        max_face_up_locomotives=data.get("max_face_up_locomotives"),
        initial_tickets=TicketDeal(first["deal"], first["keep"]),
        draw_tickets=TicketDeal(later["deal"], later["keep"]),
        route_points={int(length): points for length, points in data["route_points"].items()},
        end_trains=data["end_trains"],
        double_routes_min_players=data["double_routes_min_players"],
        own_both_tracks=special.get("same_player_double_route", False),
        longest_path_bonus=path_bonus,
        globetrotter_bonus=data.get("globetrotter_bonus") or 0,
        attraction_points=special.get("attraction_points", 0) if "attractions" in special else 0,
        tie_breaks=tuple(data.get("tie_breaks", official_tie_breaks)),
        open_hands=data.get("open_hands", False),
        progress=progress,
    )
