"""Stations (Europe): one a turn, in a city without one, for cards of one colour; the next of a player costs more.

A turn is spent on BUILD, which names the city, and then on PAY (phase STATION_PAYMENT). What a station is worth
shows at the end (``loans.py``). Boards without stations (``b.n_stations``) never get here.
"""

from __future__ import annotations

import numpy as np

from footplate.boards import Board
from footplate.compile import jit
from footplate.engine.cards import refill_market
from footplate.engine.due import list_locos_only, list_ways, pay_due
from footplate.engine.layout import BUILD, LOCO, STATION_PAYMENT, Int, Record
from footplate.engine.turn import end_turn


def fill_stations(b: Record, board: Board) -> None:
    """Called by ``tables``."""
    stations = board.rules.stations
    if stations:
        b["n_stations"], b["station_points"] = len(stations.costs), stations.points
        b["station_cost"][: len(stations.costs)] = stations.costs


@jit
def stations_built(b: Record, s: Record, p: Int) -> Int:
    n: Int = 0
    while n < b.n_stations and s.station[p, n] > 0:
        n += 1
    return n


@jit
def has_station(b: Record, s: Record, city: Int) -> bool:
    for p in range(b.n_players):
        for i in range(b.n_stations):
            if s.station[p, i] == city + 1:
                return True
    return False


@jit
def most_of_one_colour(b: Record, s: Record) -> Int:
    """Cards that the player to move can pay in one colour, locomotives included."""
    most = np.int64(0)
    for colour in range(b.n_colours):
        most = max(most, np.int64(s.hand[s.player, colour]))
    return most + s.hand[s.player, LOCO]


@jit
def legal_cities(b: Record, s: Record, acts: Record, n: Int) -> Int:
    """Append the cities in which the player to move can build a station."""
    built = stations_built(b, s, s.player)
    if built < b.n_stations and b.station_cost[built] <= most_of_one_colour(b, s):
        for city in range(b.n_cities):
            acts[n] = b.special_first[BUILD] + city
            n += not has_station(b, s, city)
    return n


@jit
def begin_station(b: Record, s: Record, city: Int) -> None:
    s.building = city + 1
    s.owed = b.station_cost[stations_built(b, s, s.player)]
    s.phase = STATION_PAYMENT


@jit
def legal_station_payments(b: Record, s: Record, acts: Record) -> Int:
    p, n = s.player, np.int64(0)
    for colour in range(b.n_colours):
        n = list_ways(b, s, acts, n, colour, s.hand[p, colour], s.hand[p, LOCO])
    return list_locos_only(b, s, acts, n, s.hand[p, LOCO])


@jit
def build_station(b: Record, s: Record, action: Int) -> None:
    """Pay for the station that was begun; it stands, and the turn is over."""
    p = s.player
    pay_due(b, s, action)
    s.station[p, stations_built(b, s, p)] = s.building
    s.building = 0
    s.owed = 0
    refill_market(b, s)
    end_turn(b, s)
