"""Games of an environment in compiled code: a learner's action, and all that happens until its next decision."""

from __future__ import annotations

import numba
import numpy as np

from footplate.agents.kernels import Players, ask
from footplate.agents.layout import BOT, WORK, WORKS
from footplate.compile import entry_point, jit
from footplate.encoders.actions import decode_action, mask_actions
from footplate.encoders.kernels import MEMORIES, ROWS, encode, encode_private
from footplate.engine.entry_points import BOARDS, INT, SEED, STATES
from footplate.engine.layout import CLAIM, DRAW_TICKETS, NOBODY, OVER, PASS, PLAYERS, Int, Record, new_records
from footplate.engine.observe import observe, reveal
from footplate.engine.random import rand_below, seed_stream
from footplate.engine.score import score_game, winners
from footplate.engine.setup import deal
from footplate.engine.step import step
from footplate.envs.rewards import WIN, award, credit, standing_of

_I1, _I4, _I8, _U8, _F8 = np.int8, np.int32, np.int64, np.uint64, np.float64
_MEMORY = WORK["memory"].shape[0]

# What an environment knows of each of its games beside the state.
SLOT = np.dtype(
    [
        ("stream", _U8),  # from which the seeds of its games come
        ("number", _I8), ("deal", _U8),  # of the running game: the how many-th it is, and its seed
        ("rng", _U8),  # draws the opponents
        ("place", _I8), ("board", _I8),  # of the slot among all, and its board among those of the environment
        ("learner", _I8),  # the seat that learns, or NOBODY
        ("at", _I8, (PLAYERS,)),  # the opponent in each seat
        # of opponents, between their decisions: chance, memory, and a plan that goes with what they remember
        ("chance", _U8, (PLAYERS,)), ("memory", _I8, (PLAYERS, _MEMORY)), ("plan", _U8, (PLAYERS, 2)),
        ("standing", _F8, (PLAYERS,)), ("pending", _F8, (PLAYERS,)),  # and rewards since the last decision
        ("total", _F8, (PLAYERS,)), ("won", _I8),  # of the last game that was finished
    ],
    align=True,
)  # fmt: skip

# What all its games share.
RULES = np.dtype(
    [
        ("reward", _I8), ("actions", _I8),  # their numbers in compiled code
        ("first", _I8), ("opponents", _I8),  # of whom new games draw; none: every seat's decisions come up
        ("renews", _I8),  # whether a game that is over is followed by the next one
    ],
    align=True,
)  # fmt: skip

_SLOTS, _RULES = (numba.typeof(new_records(dtype)) for dtype in (SLOT, RULES))
_BOTS, _KERNELS = numba.typeof(new_records(BOT, 2).reshape(1, 2)), numba.types.uint64[:, ::1]
_NUMBERS, _SEATS, _REWARDS = numba.types.int32[::1], numba.types.int8[::1], numba.types.float32[:, ::1]
_FLAGS, _MASKS = numba.types.boolean[::1], numba.types.boolean[:, ::1]


@jit
def take(b: Record, s: Record, z: Record, w: Record, rule: Int, action: Int) -> None:
    """A step of a game, and what it earns."""
    p = np.int64(s.player)
    step(b, s, action)
    if rule != WIN and (action >= CLAIM or DRAW_TICKETS < action < PASS):
        credit(b, z, rule, p, standing_of(b, s, w, p))
    if s.phase == OVER:
        score_game(b, s, w, False)
        z.won = winners(b, w)
        for q in range(b.n_players):
            z.total[q] = w.total[q]
            credit(b, z, rule, q, w.total[q])
        award(b, z, rule, z.won)


@jit
def recall(z: Record, p: Int, w: Record) -> None:
    """Make w what it was for seat p of a game."""
    w.scratch.rng = z.chance[p]
    w.plan_lo, w.plan_hi = z.plan[p, 0], z.plan[p, 1]
    for i in range(_MEMORY):
        w.memory[i] = z.memory[p, i]


@jit
def remember(z: Record, p: Int, w: Record) -> None:
    z.chance[p] = w.scratch.rng
    z.plan[p, 0], z.plan[p, 1] = w.plan_lo, w.plan_hi
    for i in range(_MEMORY):
        z.memory[p, i] = w.memory[i]


@jit
def answer(b: Record, states: Record, seen: Record, z: Record, works: Record, kernels: Record, bots: Record) -> Int:
    """What the opponent to move does in states[0]. It works where others did; what it remembers is the game's."""
    o, w = seen[0], works[0]
    p = np.int64(states[0].player)
    a = z.at[p]
    if bots[a, 0].cheats:
        reveal(states, p, seen)
    else:
        observe(b, states, p, seen)
    recall(z, p, w)
    action = ask(Players(kernels, bots), a, b, o, w)
    remember(z, p, w)
    return action


@jit
def to_learner(
    b: Record, states: Record, seen: Record, z: Record, works: Record, rule: Int, kernels: Record, bots: Record
) -> None:
    """Opponents play until the learner decides or the game is over."""
    s = states[0]
    while s.phase != OVER and z.learner != NOBODY and s.player != z.learner:
        take(b, s, z, works[0].scratch, rule, answer(b, states, seen, z, works, kernels, bots))


@jit
def next_game(b: Record, s: Record, z: Record, rules: Record) -> None:
    """Deal the slot's next game: its seed, the learner's seat and the opponents follow from the slot's stream."""
    z.number += 1
    z.deal = seed_stream(z.stream, z.number)
    z.rng = seed_stream(z.deal, PLAYERS)
    z.learner = (z.place + z.number) % b.n_players if rules.opponents > 0 else NOBODY
    for p in range(b.n_players):
        z.chance[p] = seed_stream(z.deal, p)
        for i in range(_MEMORY):
            z.memory[p, i] = 0
        z.at[p] = rules.first + rand_below(z, rules.opponents) if rules.opponents > 0 and p != z.learner else NOBODY
        z.standing[p] = 0.0
        z.pending[p] = 0.0
    deal(b, s, z.deal)


@jit
def new_game(
    b: Record, states: Record, seen: Record, z: Record, works: Record, rules: Record, kernels: Record, bots: Record
) -> None:
    """The next game, up to the learner's first decision; one that is over before it has any is skipped."""
    states[0].phase = OVER
    while states[0].phase == OVER:
        next_game(b, states[0], z, rules)
        to_learner(b, states, seen, z, works, rules.reward, kernels, bots)


@jit
def look(b: Record, rules: Record, s: Record, z: Record, w: Record, memory: Record, x: Record, private: Record,
         mask: Record) -> Int:  # fmt: skip
    """Write what the seat that decides sees and may do; returns the seat. ``memory`` are the encoder's, by seat."""
    seat = np.int64(s.player) if z.learner == NOBODY else z.learner
    encode(b, s, seat, memory[seat], x)
    if private.size > 0:
        encode_private(b, s, seat, memory, private)
    mask_actions(rules.actions, b, s, w, mask)
    return seat


# Entry points work on some of the games: the boards, the rules, opponents, buffers of the thread, and rows of the rest.
_ALL = (
    BOARDS, _RULES, _KERNELS, _BOTS, WORKS, STATES, STATES, _SLOTS, MEMORIES, _SEATS, ROWS, ROWS, _MASKS,
)  # fmt: skip


@entry_point(*_ALL, SEED, INT)
def start_games(
    boards: Record, rules: Record, kernels: Record, bots: Record, works: Record, seen: Record,
    states: Record, slots: Record, memory: Record, seat: Record, x: Record, private: Record, mask: Record,
    seed: Int, first: Int,
) -> None:  # fmt: skip
    """The first game of every slot; ``first`` is the place of slots[0] among all."""
    e, w = rules[0], works[0].scratch
    for i in range(states.size):
        b = boards[slots[i].board]
        slots[i].place = first + i
        slots[i].stream = seed_stream(seed, first + i)
        slots[i].number = -1
        slots[i].won = 0
        for p in range(PLAYERS):
            slots[i].total[p] = 0.0
        new_game(b, states[i : i + 1], seen, slots[i], works, e, kernels, bots)
        seat[i] = look(b, e, states[i], slots[i], w, memory[i], x[i], private[i], mask[i])


@entry_point(*_ALL, _FLAGS)
def renew_games(
    boards: Record, rules: Record, kernels: Record, bots: Record, works: Record, seen: Record,
    states: Record, slots: Record, memory: Record, seat: Record, x: Record, private: Record, mask: Record,
    chosen: Record,
) -> None:  # fmt: skip
    """The next game of every chosen slot."""
    e, w = rules[0], works[0].scratch
    for i in range(states.size):
        if chosen[i]:
            b = boards[slots[i].board]
            new_game(b, states[i : i + 1], seen, slots[i], works, e, kernels, bots)
            seat[i] = look(b, e, states[i], slots[i], w, memory[i], x[i], private[i], mask[i])


@entry_point(*_ALL)
def look_at_games(
    boards: Record, rules: Record, kernels: Record, bots: Record, works: Record, seen: Record,
    states: Record, slots: Record, memory: Record, seat: Record, x: Record, private: Record, mask: Record,
) -> None:  # fmt: skip
    for i in range(states.size):
        w = works[0].scratch
        seat[i] = look(boards[slots[i].board], rules[0], states[i], slots[i], w, memory[i], x[i], private[i], mask[i])


@entry_point(*_ALL, _NUMBERS, _REWARDS, _FLAGS)
def advance(
    boards: Record, rules: Record, kernels: Record, bots: Record, works: Record, seen: Record,
    states: Record, slots: Record, memory: Record, seat: Record, x: Record, private: Record, mask: Record,
    codes: Record, reward: Record, done: Record,
) -> None:  # fmt: skip
    """One action in each game that is not over, and whatever follows until the next decision."""
    e, w = rules[0], works[0].scratch
    for i in range(states.size):
        s, z = states[i], slots[i]
        b = boards[z.board]
        done[i] = False
        if s.phase != OVER:
            take(b, s, z, w, e.reward, decode_action(e.actions, b, s, codes[i]))
            to_learner(b, states[i : i + 1], seen, z, works, e.reward, kernels, bots)
            done[i] = s.phase == OVER
        for p in range(b.n_players):
            reward[i, p] = z.pending[p]
            z.pending[p] = 0.0
        if done[i] and e.renews:
            new_game(b, states[i : i + 1], seen, z, works, e, kernels, bots)
        seat[i] = look(b, e, s, z, w, memory[i], x[i], private[i], mask[i])
