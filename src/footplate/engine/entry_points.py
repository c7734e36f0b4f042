"""Where Python calls the engine: entry points on one-record arrays, which ``new_records`` makes."""

from __future__ import annotations

import numba
import numpy as np

from footplate.compile import entry_point
from footplate.engine.determinize import determinize
from footplate.engine.layout import BOARD, SCRATCH, STATE, Int, Record, new_records
from footplate.engine.moves import least_kept, legal_actions, legal_mask
from footplate.engine.networks import distance, distance_between, goal_ends
from footplate.engine.observe import observe, reveal
from footplate.engine.random import seed_stream
from footplate.engine.routes import is_open, owners
from footplate.engine.score import score_game, winners
from footplate.engine.setup import deal
from footplate.engine.step import step

BOARDS, STATES, SCRATCHES = (numba.typeof(new_records(dtype)) for dtype in (BOARD, STATE, SCRATCH))
NUMBERS, FLAGS = numba.types.uint16[::1], numba.types.boolean[::1]
SEATS, INT, SEED, FLAG = numba.types.int8[::1], numba.types.int64, numba.types.uint64, numba.types.boolean


@entry_point(BOARDS, STATES, SEED)
def deal_game(boards: Record, states: Record, seed: Int) -> None:
    deal(boards[0], states[0], seed)


@entry_point(BOARDS, STATES, INT)
def take_step(boards: Record, states: Record, action: Int) -> None:
    step(boards[0], states[0], action)


@entry_point(BOARDS, STATES, NUMBERS)
def list_legal(boards: Record, states: Record, acts: Record) -> Int:
    return legal_actions(boards[0], states[0], acts)


@entry_point(BOARDS, STATES, SCRATCHES, FLAGS)
def mark_legal(boards: Record, states: Record, scratch: Record, mask: Record) -> Int:
    return legal_mask(boards[0], states[0], scratch[0], mask)


@entry_point(BOARDS, STATES)
def least_to_keep(boards: Record, states: Record) -> Int:
    return least_kept(boards[0], states[0])


@entry_point(BOARDS, STATES, SEATS)
def list_owners(boards: Record, states: Record, out: Record) -> None:
    owners(boards[0], states[0], out)


@entry_point(STATES, INT, INT)
def route_is_open(states: Record, route: Int, seat: Int) -> bool:
    return is_open(states[0], np.uint64(route), np.uint8(seat))


@entry_point(BOARDS, STATES, INT, INT)
def ticket_distance(boards: Record, states: Record, seat: Int, ticket: Int) -> Int:
    return distance(boards[0], states[0], seat, ticket)


@entry_point(BOARDS, STATES, INT, INT, INT)
def goal_distance(boards: Record, states: Record, seat: Int, ticket: Int, goal: Int) -> Int:
    """Trains that a seat still needs to one of the goals of a ticket."""
    start, end = goal_ends(boards[0], ticket, goal)
    return distance_between(boards[0], states[0], seat, start, end)


@entry_point(BOARDS, STATES, INT, STATES)
def observe_from(boards: Record, states: Record, seat: Int, out: Record) -> None:
    observe(boards[0], states, seat, out)


@entry_point(STATES, INT, STATES)
def reveal_to(states: Record, seat: Int, out: Record) -> None:
    reveal(states, seat, out)


@entry_point(BOARDS, STATES, SCRATCHES, SEED)
def fill_in(boards: Record, states: Record, scratch: Record, seed: Int) -> None:
    """Make a full state of an observation; ``seed`` decides everything that it hides."""
    scratch[0].rng = seed_stream(seed, 0)
    determinize(boards[0], states[0], scratch[0])


@entry_point(BOARDS, STATES, SCRATCHES, FLAG)
def score_all(boards: Record, states: Record, scratch: Record, exact: bool) -> Int:
    """Fill the score fields of scratch[0]; returns the winners as a bit mask."""
    score_game(boards[0], states[0], scratch[0], exact)
    return winners(boards[0], scratch[0])
