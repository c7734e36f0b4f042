"""Passengers (Germany): who claims a route takes one along at each of its ends, if any wait there.

Passengers of all colours, as many of each, are placed at random before the game; all of it lies open. Who waits in a
country waits at every one of its cities, or at some of them (``passenger_gates``). Where all have one colour, one of
them is taken at once; otherwise the player chooses (phase PASSENGER), and may leave them. Boards without passengers
(``b.n_passengers``) never get here.
"""

from __future__ import annotations

import numpy as np

from footplate.boards import Board
from footplate.compile import indirect_call, jit
from footplate.engine.layout import BOARD, DECLINE, NOBODY, PASSENGER, PASSENGERS, SCRATCH, STATE, TAKE, Int, Record
from footplate.engine.random import shuffle
from footplate.engine.turn import end_turn

COLOUR = 7  # bits 0-2 of a passenger; above them stands who has it, 1 more than the player's number
OWNER = 3


def fill_passengers(b: Record, board: Board) -> None:
    """Called by ``tables``. Places are numbered as cities, a country's by the first city where its passengers wait."""
    rules = board.rules.passengers
    if not rules:
        return
    b["city_place"][: len(board.cities)] = range(len(board.cities))
    for name, _ in rules.places:
        cities = board.passenger_cities(name)
        b["city_place"][[board.city_index[city] for city in cities]] = board.city_index[cities[0]]
    places = [board.city_index[board.passenger_cities(name)[0]] for name in rules.each_place]
    b["passenger_place"][: len(places)] = places
    b["n_passengers"], b["n_passenger_colours"] = len(places), len(rules.colors)
    b["passenger_most"], b["passenger_second"] = rules.most, rules.second


@indirect_call(None, BOARD, STATE)
def place_passengers(b: Record, s: Record) -> None:
    """Called by ``setup``: as many of each colour, drawn from a bag."""
    for i in range(b.n_passengers):
        s.passenger[i] = i % b.n_passenger_colours
    shuffle(s, s.passenger, b.n_passengers)


@jit
def waits_at(b: Record, s: Record, i: Int, city: Int) -> bool:
    return s.passenger[i] >> OWNER == 0 and b.passenger_place[i] == b.city_place[city]


@jit
def colours_at(b: Record, s: Record, city: Int) -> Int:
    """The colours of who waits at a city, a bit each."""
    colours = np.int64(0)
    for i in range(b.n_passengers):
        if waits_at(b, s, i, city):
            colours |= 1 << np.int64(s.passenger[i] & COLOUR)
    return colours


@jit
def take_passenger(b: Record, s: Record, city: Int, colour: Int) -> None:
    """The player to move takes one of a colour along."""
    for i in range(b.n_passengers):
        if waits_at(b, s, i, city) and s.passenger[i] & COLOUR == colour:
            s.passenger[i] |= (s.player + 1) << OWNER
            return


@jit
def only_colour(colours: Int) -> Int:
    """The colour, if there is just one in the bit mask; else NOBODY."""
    if colours == 0 or colours & (colours - 1) != 0:
        return np.int64(NOBODY)
    colour = np.int64(0)
    while colours >> colour != 1:
        colour += 1
    return colour


@jit
def meet_passengers(b: Record, s: Record, r: Int) -> None:
    """Route r has been claimed: its ends are looked at one after the other."""
    s.waiting[0] = b.route_a[r] + 1
    s.waiting[1] = b.route_b[r] + 1
    next_passengers(b, s)


@jit
def next_passengers(b: Record, s: Record) -> None:
    """Ask the player at the next end where there is a choice; after the last one the turn is over."""
    for end in range(2):
        if s.waiting[end] > 0:
            city = np.int64(s.waiting[end]) - 1
            colours = colours_at(b, s, city)
            only = only_colour(colours)
            if colours != 0 and only == NOBODY:
                s.phase = PASSENGER
                return
            if only != NOBODY:
                take_passenger(b, s, city, only)
            s.waiting[end] = 0
    end_turn(b, s)


@jit
def city_of_choice(s: Record) -> Int:
    """Where the player to move chooses a passenger now."""
    return np.int64(s.waiting[0] if s.waiting[0] > 0 else s.waiting[1]) - 1


@jit
def legal_passengers(b: Record, s: Record, acts: Record) -> Int:
    colours, n = colours_at(b, s, city_of_choice(s)), np.int64(0)
    for colour in range(b.n_passenger_colours):
        acts[n] = b.special_first[TAKE] + colour
        n += (colours >> colour) & 1
    acts[n] = b.special_first[DECLINE]
    return n + 1


@jit
def answer_passengers(b: Record, s: Record, colour: Int) -> None:
    """Take one of a colour along, or none (NOBODY)."""
    if colour != NOBODY:
        take_passenger(b, s, city_of_choice(s), colour)
    s.waiting[0 if s.waiting[0] > 0 else 1] = 0
    next_passengers(b, s)


@jit
def taken(b: Record, s: Record, p: Int, colour: Int) -> Int:
    """How many passengers of a colour p has."""
    n = np.int64(0)
    for i in range(b.n_passengers):
        n += s.passenger[i] == (p + 1) << OWNER | colour
    return n


@indirect_call(None, BOARD, STATE, SCRATCH)
def score_passengers(b: Record, s: Record, w: Record) -> None:
    """Called by ``score``. By colour: points for most, and for second most if one alone has most; none for none."""
    for colour in range(b.n_passenger_colours):
        most: Int = 1
        second: Int = 1
        n_most = np.int64(0)
        for p in range(b.n_players):
            most = max(most, taken(b, s, p, colour))
        for p in range(b.n_players):
            n = taken(b, s, p, colour)
            w.fares[p] += n
            n_most += n == most
            second = max(second, n if n < most else 1)
        for p in range(b.n_players):
            n = taken(b, s, p, colour)
            if n == most:
                w.score[p, PASSENGERS] += b.passenger_most
            elif n == second and n_most == 1:
                w.score[p, PASSENGERS] += b.passenger_second
