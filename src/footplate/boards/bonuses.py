"""Districts, grand tours, stations and passengers in a board file: read into values and written back.

These are keys of ``special``; each may have a ``rule`` in words, which stays as it was.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from footplate.boards.parts import District, PassengerRules, Rules, StationRules

Special = Mapping[str, Any]


def read_bonuses(special: Special) -> dict[str, Any]:
    """What ``special`` says of these rules, by the names that they have in ``Rules``."""
    return {
        "districts": tuple(
            District(district["value"], tuple(district["cities"])) for district in special.get("districts", ())
        ),
        "grand_tour": _grand_tour(special.get("grand_tour_bonus")),
        "stations": _stations(special.get("stations")),
        "passengers": _passengers(special.get("passengers")),
        "passenger_gates": tuple((name, tuple(gates)) for name, gates in special.get("passenger_gates", {}).items()),
    }


def _grand_tour(data: Special | None) -> tuple[int, ...]:
    points = data["by_number_of_tickets"] if data else {}
    return tuple(points[str(n + 1)] for n in range(len(points)))


def _stations(data: Special | None) -> StationRules | None:
    return StationRules(tuple(data["cost_cards"]), data["unused_points"]) if data else None


def _passengers(data: Special | None) -> PassengerRules | None:
    if not data:
        return None
    points = {key: data[key] for key in ("most", "second") if key in data}
    return PassengerRules(tuple(data["per_city"].items()), tuple(data["colors"]), **points)


def write_bonuses(rules: Rules, special: Special) -> dict[str, Any]:
    """``special`` with these rules by their values; what hasn't changed stays as it was."""
    written, known = dict(special), read_bonuses(special)
    for name, key, write in (
        ("districts", "districts", _written_districts),
        ("grand_tour", "grand_tour_bonus", _written_grand_tour),
        ("stations", "stations", _written_stations),
        ("passengers", "passengers", _written_passengers),
        ("passenger_gates", "passenger_gates", _written_gates),
    ):
        value = getattr(rules, name)
        if value != known[name]:
            written.pop(key, None)
            if value:
                written[key] = write(value)
    return written


def _written_districts(districts: tuple[District, ...]) -> list[dict[str, Any]]:
    return [{"value": district.points, "cities": list(district.cities)} for district in districts]


def _written_grand_tour(points: tuple[int, ...]) -> dict[str, Any]:
    return {"by_number_of_tickets": {str(n + 1): value for n, value in enumerate(points)}}


def _written_stations(stations: StationRules) -> dict[str, Any]:
    costs = list(stations.costs)
    return {"per_player": len(costs), "cost_cards": costs, "unused_points": stations.points}


def _written_gates(gates: tuple[tuple[str, tuple[str, ...]], ...]) -> dict[str, list[str]]:
    return {name: list(cities) for name, cities in gates}


def _written_passengers(rules: PassengerRules) -> dict[str, Any]:
    return {
        "per_city": dict(rules.places),
        "colors": list(rules.colors),
        "most": rules.most,
        "second": rules.second,
    }
