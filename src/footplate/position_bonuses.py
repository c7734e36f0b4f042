"""Stations and passengers of a position: written with names, read and checked."""

from __future__ import annotations

from collections import Counter
from typing import Any

from footplate.boards import PassengerRules
from footplate.engine.layout import LOCO
from footplate.engine.passengers import COLOUR, OWNER
from footplate.engine.tables import Tables
from footplate.errors import InvalidPosition
from footplate.position_values import Reader


def written_bonuses(tables: Tables, s: Any) -> dict[str, Any]:
    """What the board has of them."""
    board, data = tables.board, dict[str, Any]()
    if board.rules.stations:
        data["stations"] = [_cities(tables, s["station"][p].tolist()) for p in range(tables.players)]
        data["building"] = next(iter(_cities(tables, [int(s["building"])])), None)
    if board.rules.passengers:
        colors, places = board.rules.passengers.colors, board.rules.passengers.each_place
        data["passengers"] = [
            {"place": place, "color": colors[one & COLOUR], "taken_by": (one >> OWNER) - 1 if one >> OWNER else None}
            for place, one in zip(places, s["passenger"].tolist(), strict=False)
        ]
        data["choosing_at"] = _cities(tables, s["waiting"].tolist())
    return data


def _cities(tables: Tables, numbers: list[int]) -> list[str]:
    """Names of cities whose numbers in the state are one more; 0: none."""
    return [tables.board.cities[number - 1].name for number in numbers if number]


def read_bonuses(s: Any, tables: Tables, given: Reader, phase: str) -> None:
    """After cards and routes: ``InvalidPosition`` says what can't be."""
    if phase == "station_payment" and not tables.board.rules.stations:
        raise InvalidPosition(f"the phase {phase!r} is for boards with stations")
    if phase == "passenger" and not tables.board.rules.passengers:
        raise InvalidPosition(f"the phase {phase!r} is for boards with passengers")
    if tables.board.rules.stations:
        _read_stations(s, tables, given, phase)
    if tables.board.rules.passengers:
        _read_passengers(s, tables, tables.board.rules.passengers, given, phase)


def _number(tables: Tables, city: Any) -> int:
    if not isinstance(city, str) or city not in tables.board.city_index:
        raise InvalidPosition(f"there is no city {city!r}")
    return tables.board.city_index[city] + 1


def _read_stations(s: Any, tables: Tables, given: Reader, phase: str) -> None:
    costs = tables.board.rules.stations.costs if tables.board.rules.stations else ()
    rows = given.take("stations", list)
    if len(rows) != tables.players or not all(isinstance(row, list) and len(row) <= len(costs) for row in rows):
        raise InvalidPosition(f"'stations' must be a list of at most {len(costs)} cities for each seat")
    numbers = [[_number(tables, city) for city in row] for row in rows]
    building = given.take("building", str, type(None))
    taken = [number for row in numbers for number in row] + ([_number(tables, building)] if building else [])
    if len(set(taken)) != len(taken):
        raise InvalidPosition("'stations': a city has one station at most")
    if (building is not None) != (phase == "station_payment"):
        raise InvalidPosition(f"'building' can't be {building!r} in the phase {phase!r}")
    s["station"] = 0
    for p, row in enumerate(numbers):
        s["station"][p, : len(row)] = row
    s["building"] = _number(tables, building) if building else 0
    if building:
        p = int(s["player"])
        hand = s["hand"][p].tolist()
        if len(numbers[p]) == len(costs) or max(hand[:LOCO]) + hand[LOCO] < costs[len(numbers[p])]:
            raise InvalidPosition(f"'building': seat {p} can't build another station")
        s["owed"] = costs[len(numbers[p])]


def _read_passengers(s: Any, tables: Tables, rules: PassengerRules, given: Reader, phase: str) -> None:
    ones, places = given.objects("passengers"), rules.each_place
    s["passenger"] = 0
    for i, one in enumerate(ones):
        place, color = one.take("place", str), one.take("color", str)
        if i >= len(places) or place != places[i] or color not in rules.colors:
            raise InvalidPosition(f"{one.where}{color} at {place} can't be; the board's file has places and colours")
        owner = one.take("taken_by", int, type(None))
        number = 0 if owner is None else one.number("taken_by", 0, tables.players - 1) + 1
        s["passenger"][i] = number << OWNER | rules.colors.index(color)
    found = Counter(int(one) & COLOUR for one in s["passenger"][: len(ones)])
    if len(ones) != len(places) or len(set(found.values())) != 1 or len(found) != len(rules.colors):
        raise InvalidPosition(f"'passengers' must be {len(places)}, as many of each colour")
    s["waiting"] = 0
    ends = [_number(tables, city) for city in given.take("choosing_at", list)]
    if len(ends) > 2 or (phase == "passenger") != bool(ends):
        raise InvalidPosition(f"'choosing_at' can't have {len(ends)} cities in the phase {phase!r}")
    s["waiting"][2 - len(ends) :] = ends
    if ends and len(_colors_at(s, tables, ends[0] - 1)) < 2:
        raise InvalidPosition(f"'choosing_at': there is no choice at {tables.board.cities[ends[0] - 1].name}")


def _colors_at(s: Any, tables: Tables, city: int) -> set[int]:
    b, n = tables.record, int(tables.record.n_passengers)
    here = [i for i in range(n) if b.passenger_place[i] == b.city_place[city] and int(s["passenger"][i]) >> OWNER == 0]
    return {int(s["passenger"][i]) & COLOUR for i in here}
