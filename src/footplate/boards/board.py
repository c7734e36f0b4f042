"""A board: cities, routes, tickets and the rules played on it. Frozen; no play here.

A board is made from a board file (docs/boards.md), which is checked first, or from values. A board from values may be
unfinished: it can be drawn and written, and ``problems`` says why it can't be played. Of files as people write them,
what is left out is filled in, and repeated keys are found.
"""

from __future__ import annotations

import copy
import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from itertools import count, islice
from pathlib import Path
from typing import Any

from footplate.arguments import json_text, path_name, plain_text
from footplate.boards.check import problems
from footplate.boards.check.quick import is_plainly_sound
from footplate.boards.check.values import MOST_REASONS, is_text, shown
from footplate.boards.content import BoardFile, read_values, write_content, write_rules
from footplate.boards.lean import filled
from footplate.boards.parts import (
    City,
    Ground,
    Route,
    RouteColumns,
    Rules,
    Ticket,
    TicketColumns,
    numbered,
    read_ground,
)
from footplate.boards.variants import apply_variant
from footplate.errors import InvalidBoard

_LISTED = 5  # values of a repeated key


def read_json(text: str) -> tuple[Any, list[str]]:
    """The content of a board file, and reasons for keys that an object in it has more than once."""
    reasons: list[str] = []

    def collect(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        content = dict(pairs)
        if len(content) < len(pairs):
            reasons.extend(islice(_repetitions(content, pairs), MOST_REASONS - len(reasons)))
        return content

    return json.loads(text, object_pairs_hook=collect), reasons


def _repetitions(content: Mapping[str, Any], pairs: list[tuple[str, Any]]) -> Iterator[str]:
    values: dict[str, list[Any]] = {}
    for key, value in pairs:
        values.setdefault(key, []).append(value)
    for key, given in values.items():
        if len(given) > 1:
            values_of_key = " and ".join(map(shown, given[:_LISTED])) + (" and more" if len(given) > _LISTED else "")
            yield f"{_whose(content)}the key {shown(key)} is there {len(given)} times ({values_of_key}); one must go"


def _whose(content: Mapping[str, Any]) -> str:
    """The city, route or ticket that an object describes, where that is clear."""
    name, a, b = (content.get(key) for key in ("name", "a", "b"))
    if ("x" in content or "lat" in content) and is_text(name):
        return f"city {name}: "
    if is_text(a) and is_text(b):
        return f"{'ticket' if 'points' in content else 'route'} {a}–{b}: "
    return ""


def completed(data: Mapping[str, Any]) -> dict[str, Any]:
    """A sound board file with the default of every field that it leaves out. Parallel routes join the same cities."""
    ends = [frozenset((route["a"], route["b"])) for route in data["routes"]]
    pairs = {end: route["pair"] for end, route in zip(ends, data["routes"], strict=True) if "pair" in route}
    free = (number for number in count() if number not in set(pairs.values()))
    tracks = Counter(ends)
    routes = []
    for end, route in zip(ends, data["routes"], strict=True):
        pair = pairs[end] if end in pairs else pairs.setdefault(end, next(free))
        defaults = {"double": int(tracks[end] > 1), "pair": pair, "tunnel": False, "locomotives": 0}
        routes.append({**route, **{key: value for key, value in defaults.items() if key not in route}})
    tickets = [{"long": False, **ticket} for ticket in data["tickets"]]
    return {"special": {}, "sources": [], "notes": [], **data, "routes": routes, "tickets": tickets}


@dataclass(frozen=True, eq=False)
class Board:
    """A map with its rules. ``dataclasses.replace`` makes a board with other values.

    ``file`` is the content of the file that a board was read from; it keeps what the values don't say. Boards with the
    same content are equal.
    """

    name: str
    title: str
    colors: tuple[str, ...]
    cities: tuple[City, ...]
    routes: tuple[Route, ...]
    tickets: tuple[Ticket, ...]
    rules: Rules
    aspect: float = 1.0
    file: BoardFile | None = field(default=None, repr=False)

    def __eq__(self, other: object) -> bool:
        if self is other or not isinstance(other, Board):
            return self is other
        alike = self.name == other.name and self.routes == other.routes and self.tickets == other.tickets
        return alike and self.data == other.data

    def __hash__(self) -> int:
        return hash((self.name, self.route_columns, self.ticket_columns))

    @cached_property
    def route_columns(self) -> RouteColumns:
        return RouteColumns.of(self.routes)

    @cached_property
    def ticket_columns(self) -> TicketColumns:
        return TicketColumns.of(self.tickets)

    @cached_property
    def route_ends(self) -> tuple[list[int], list[int]]:
        """The numbers of the cities at both ends of every route."""
        return numbered(self.city_index, self.route_columns)

    @cached_property
    def data(self) -> Mapping[str, Any]:
        """The content of the board's file, with every field."""
        return write_content(self)

    @cached_property
    def problems(self) -> tuple[str, ...]:
        """Every reason why these values are no sound board; empty for one that is."""
        if is_plainly_sound(self, write_rules(self)):
            return ()
        return tuple(problems(self.data) or self._lost_in_a_file())

    def _lost_in_a_file(self) -> list[str]:
        """Reasons against values that a file can't express: it would be read back as other values."""
        back = read_values(completed(self.data))
        wrong = [key for key, value in back.items() if getattr(self, key) != value]
        return [f"{key}: a board file can't say this; it would be read back as {back[key]}" for key in wrong]

    @cached_property
    def rules_hash(self) -> str:
        """Short hash of all that a game depends on; titles, notes and where cities lie don't count."""
        rules = [
            (item.name, getattr(self.rules, item.name))
            for item in fields(self.rules)
            if getattr(self.rules, item.name) != item.default
        ]
        routes = [(r.a, r.b, r.length, r.color, r.pair, r.locomotives, r.tunnel) for r in self.routes]
        tickets = [(t.a, t.b, t.points) for t in self.tickets]
        cities = [(city.name, city.attraction) for city in self.cities]
        hashed: list[object] = [self.colors, cities, routes, tickets, rules]
        hashed += [(i, r.substitutes) for i, r in enumerate(self.routes) if r.substitutes]
        hashed += [(i, t.long, t.lesser_goals) for i, t in enumerate(self.tickets) if t.long or t.lesser_goals]
        return hashlib.sha256(repr(tuple(hashed)).encode()).hexdigest()[:16]

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Board:
        """The board that ``data`` (a board file's content) describes; raises InvalidBoard with every reason if none."""
        return cls._checked(data, ())

    @classmethod
    def _checked(cls, data: Any, known: Iterable[str]) -> Board:
        """The board, unless there are reasons against it, of which some are ``known`` already."""
        reasons = [*known, *problems(data)]
        if reasons:
            name = data.get("name") if isinstance(data, Mapping) else None
            raise InvalidBoard(str(name or "without a name"), reasons)
        return cls._sound(copy.deepcopy(completed(filled(data))))

    @classmethod
    def _sound(cls, data: dict[str, Any]) -> Board:
        board = cls(**read_values(data), file=BoardFile(data))
        vars(board)["problems"] = ()  # the check of the file has found none
        return board

    @classmethod
    def from_json(cls, text: str) -> Board:
        json_text("a board file's text", text)
        try:
            data, twice = read_json(text)
        except (ValueError, RecursionError) as error:  # also: a number of thousands of digits
            raise InvalidBoard("without a name", [f"not JSON: {error}"]) from None
        return cls._checked(data, twice)

    @classmethod
    def from_file(cls, path: str | Path) -> Board:
        """The board in a file. InvalidBoard names the file's path, whatever name the board has."""
        path_name("path", path)
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
    def ground(self) -> Ground | None:
        """Coasts, lakes and borders under the cities, where the file has any.

        Like all that only the file says, it stays as it is when cities move.
        """
        return read_ground(self.file["ground"]) if self.file and "ground" in self.file else None

    @cached_property
    def has_tunnels(self) -> bool:
        return any(self.route_columns.tunnel)

    @cached_property
    def variants(self) -> tuple[str, ...]:
        """Names of the rule variants in the file: ``load_board("small:warwick")``."""
        return tuple(self.file["special"].get("variants", {})) if self.file else ()

    @cached_property
    def city_index(self) -> Mapping[str, int]:
        return {city.name: i for i, city in enumerate(self.cities)}

    @cached_property
    def places(self) -> Mapping[str, tuple[str, ...]]:
        """The cities that a ticket to a city or a country may end in, by its name."""
        return {name: (name,) for name in self.city_index} | {c.name: c.cities for c in self.rules.countries}

    def passenger_cities(self, place: str) -> tuple[str, ...]:
        """The cities at which the passengers of a city or a country wait."""
        return dict(self.rules.passenger_gates).get(place, self.places[place])

    @cached_property
    def parallel_routes(self) -> tuple[tuple[int, ...], ...]:
        """Routes (by index) grouped by the pair of cities that they join, in file order."""
        groups: dict[int, tuple[int, ...]] = {}
        for i, pair in enumerate(self.route_columns.pair):
            groups[pair] = (*groups[pair], i) if pair in groups else (i,)
        return tuple(groups.values())

    def tracks_beside(self, route: int) -> tuple[int, ...]:
        """All routes between the cities of this one, itself among them, in file order."""
        return next(group for group in self.parallel_routes if route in group)

    def with_variant(self, variant: str) -> Board:
        """The board under another of its rule sets; ``+`` joins several: ``"different+open"``."""
        plain_text("variant", variant, "open")
        data: Mapping[str, Any] = self.data
        for name in variant.split("+"):
            if name not in self.variants:
                known = ", ".join(self.variants) or "none"
                raise InvalidBoard(self.name, [f"it has no variant {name!r}; its variants: {known}"])
            data = apply_variant(data, self.data["special"]["variants"][name])
        data = {**data, "name": f"{self.name}:{variant}"}
        is_checked = "+" not in variant  # with the file
        return Board._sound(copy.deepcopy(data)) if is_checked else Board.from_dict(data)

    def with_rules(self, **changes: Any) -> Board:
        """The same map with some top-level fields of the board file changed, checked like a file."""
        data = {**copy.deepcopy(dict(self.data)), **changes}
        data["special"] = {key: value for key, value in data["special"].items() if key != "deck_size"}
        return Board.from_dict(data)
