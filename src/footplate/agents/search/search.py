"""A search: iterations down the tree to one new node, its value, and back up; for compiled bots and for Python.

What differs from search to search is the selection (selection.py), the evaluator that gives values and priors
(evaluators/), and the worlds in which it plays (worlds.py).
"""

from __future__ import annotations

import numba
import numpy as np

from footplate.agents.layout import WORKS
from footplate.agents.search.layout import (
    DEPTH,
    FOLLOW,
    NO_NODE,
    NODE,
    NODE_LIMIT,
    PREPARE,
    PRIORS,
    SEARCH,
    SELECT,
    VALUE,
    lend,
)
from footplate.agents.search.options import (
    ONE_TREE,
    TREE_OF_SEEN,
    TREE_PER_PLAYER,
    TREE_PER_WORLD,
    TRUE_WORLD,
    WIN,
    WON_OR_LOST,
    read_options,
)
from footplate.agents.search.pruning import actions_to_try, guess_unseen, seen_by_others
from footplate.agents.search.root import add_to_root, choose, clear_root
from footplate.agents.search.selection import make_terms, measure_unit
from footplate.agents.search.tree import add_child, back_up, credit, plant
from footplate.agents.search.worlds import deal_by_number, enter_world
from footplate.compile import call_at, entry_point, jit, new_array
from footplate.engine.entry_points import BOARDS, INT, STATES
from footplate.engine.layout import OVER, PLAYERS, STATE, Int, Record, new_records
from footplate.engine.moves import legal_actions
from footplate.engine.random import rand_bits
from footplate.engine.score import score_game, winners
from footplate.engine.step import step

TURNS_A_TICKET = 3.0  # of a player who races at an even pace
WON_RACE = 1.0  # tickets that it is worth to win a race
TERMS = 1 << 16  # numbers of visits whose terms are looked up instead of worked out


@jit
def share_to_play(b: Record, s: Record) -> float:
    """How much of the game is left: the fewest trains of any player, as a share of all."""
    left = np.float64(b.n_trains)
    for p in range(b.n_players):
        left = min(left, np.float64(s.trains[p]))
    return left / max(1.0, np.float64(b.n_trains))


@jit
def begin(b: Record, roots: Record, nodes: Record, q: Record, w: Record) -> None:
    """Start a search at roots[0]. One that cheats would read what was erased, and the generator with it."""
    if q.options.worlds == TRUE_WORLD and roots[0].rng == np.uint64(0):
        raise ValueError("a search of the true game must be shown everything (game.reveal)")
    if q.asks[VALUE] == 0:
        raise ValueError("a search needs an evaluator")
    clear_root(q, roots[0].player)
    q.early = q.options.early * share_to_play(b, roots[0])
    for i in range(actions_to_try(b, roots[0], q, w)):
        add_to_root(q, w.acts[i], 0.0)
    q.one_world = q.options.worlds == TRUE_WORLD or q.options.worlds == TREE_PER_WORLD
    if q.asks[PREPARE] != 0:
        call_at(q.asks[PREPARE], b, roots[0], w, q)
    if b.race > 0:
        q.seed = rand_bits(w.scratch)
    plant(nodes, q, b.n_players if q.options.worlds == TREE_PER_PLAYER else 1)


# ---------------------------------------------------------------- down the tree


@jit
def seen_child(nodes: Record, q: Record, node: Int, action: Int, mover: Int) -> Int:
    """The child for a move that somebody else has made, made if there is none; 0 without room."""
    child = nodes[node].first_child
    while child:
        if nodes[child].action == action:
            return child
        child = nodes[child].next_sibling
    return add_child(nodes, q, node, action, action, mover) if q.n_nodes < nodes.size else NO_NODE


@jit
def watch(b: Record, nodes: Record, q: Record, child: Int, mover: Int) -> bool:
    """Everybody goes on in the tree of what it sees; whether there was room for all."""
    action, room = np.int64(nodes[child].action), True
    for r in range(b.n_players):
        q.at[r] = child if r == mover else seen_child(nodes, q, q.at[r], seen_by_others(action), mover)
        if r == q.searcher:
            q.path[q.depth] = q.at[r]
        elif q.at[r] != 0:
            q.others[q.n_others] = q.at[r]
            q.n_others += 1
        else:
            room = False
    return room


@jit
def descend(b: Record, s: Record, nodes: Record, q: Record, w: Record, first: Int) -> None:
    """Down the trees until one has a new node or no room; ``path`` is the way. ``first`` is where to begin, if not 0.

    With a tree per player every player has one of its own, of what it sees of the moves.
    """
    tree_per_player = q.options.worlds == TREE_PER_PLAYER
    q.at[0] = 0
    for i in range(b.n_players if tree_per_player else 0):
        q.at[(q.searcher + i) % b.n_players] = i
    q.depth, q.n_others, room = 0, 0, True
    size = q.n_nodes - (first != 0 and nodes[first].visits == 0)
    while s.phase != OVER and (q.depth == 0 or q.n_nodes == size) and room:
        if q.depth == DEPTH or q.n_others >= DEPTH - PLAYERS:
            break
        p = np.int64(s.player)
        q.node = q.at[p if tree_per_player else 0]
        child = np.uint32(first if first != 0 and q.depth == 0 else call_at(q.asks[SELECT], b, s, w, q))
        if child == 0:
            break
        if tree_per_player:
            room = watch(b, nodes, q, child, p)
        else:
            q.at[0] = child
            q.path[q.depth] = child
        q.action = np.int64(nodes[child].action)
        if q.options.worlds == TREE_OF_SEEN and p != q.searcher:
            q.action = np.int64(guess_unseen(b, s, w, q.action))
        if q.asks[FOLLOW] != 0:
            call_at(q.asks[FOLLOW], b, s, w, q)
        step(b, s, q.action)
        if q.path[q.depth] == 0:
            break
        q.depth += 1


# ---------------------------------------------------------------- values


@jit
def count_points(b: Record, s: Record, w: Record, q: Record) -> None:
    """At the end of a game: payoff = points over the best other (alone: points), win = the searcher's share.

    With the payoff "win" it is 1 for a win, -1 for a loss, and between them where several win. In a race payoff = own
    tickets less those of an even pace, and something for the win: others' luck would blur it.
    """
    score_game(b, s, w.scratch, False)
    for p in range(b.n_players):
        other = -np.inf
        for r in range(b.n_players):
            if r != p:
                other = max(other, w.scratch.total[r])
        q.payoff[p] = w.scratch.total[p] - other if b.n_players > 1 else w.scratch.total[p]
    won, n = winners(b, w.scratch), 0
    for r in range(b.n_players):
        n += (won >> r) & 1
    q.win = np.float64((won >> q.searcher) & 1) / n
    if q.options.payoff == WON_OR_LOST:
        for p in range(b.n_players):
            q.payoff[p] = 2.0 * np.float64((won >> p) & 1) / n - 1.0
    elif b.race > 0 and q.options.dda == WIN:
        par = np.float64(s.turn) / np.float64(b.n_players) / TURNS_A_TICKET
        for p in range(b.n_players):
            q.payoff[p] = w.scratch.total[p] - par + WON_RACE * np.float64((won >> p) & 1) / n


@jit
def iterate(b: Record, roots: Record, work: Record, nodes: Record, q: Record, w: Record, terms: Record, n: Int) -> None:
    """n iterations from roots[0], played in work[0].

    In a race, which luck decides more than anything else, every action at the root is tried in the same worlds: it is
    chosen first, and what is hidden is dealt by the number of its visits.
    """
    s, first = work[0], NO_NODE
    lend(q, nodes, terms)
    same_worlds = b.race > 0 and q.options.worlds == ONE_TREE and q.asks[PRIORS] != 0
    for _ in range(n):
        if q.options.scale != 0.0:
            measure_unit(q)
        if same_worlds:
            q.depth, q.node = 0, 0
            first = np.uint32(call_at(q.asks[SELECT], b, roots[0], w, q))
            deal_by_number(b, roots, q, w, nodes[first].visits, work, 0)
        else:
            enter_world(b, roots, work, nodes, q, w)
        descend(b, s, nodes, q, w, first)
        if s.phase != OVER:
            call_at(q.asks[VALUE], b, s, w, q)
        if s.phase == OVER:
            count_points(b, s, w, q)
        for i in range(q.n_others):
            credit(q, nodes[q.others[i]])
        back_up(nodes, q, q.path, q.depth)


# ---------------------------------------------------------------- for compiled bots


@jit
def take_over(o: Record, bot: Record, roots: Record, q: Record) -> None:
    """A bot's options and evaluator, and what it sees: all that its search begins with."""
    roots[0] = o
    read_options(q, bot.params)
    for i in range(bot.asks.size):
        q.asks[i] = bot.asks[i]
    q.weights, q.n_weights = bot.weights, bot.n_weights


@jit
def decide(b: Record, o: Record, w: Record, bot: Record, roots: Record, work: Record, searches: Record) -> Int:
    """Search and choose, in memory that the caller keeps: numba frees an array whose records are still in use."""
    q = searches[0]
    take_over(o, bot, roots, q)
    iterations = int(q.options.iterations)
    nodes = new_array(min(b.n_players * (iterations + 1), NODE_LIMIT), NODE)
    begin(b, roots, nodes, q, w)
    iterate(b, roots, work, nodes, q, w, make_terms(min(iterations + 2, TERMS)), iterations)
    return np.int64(choose(q, w))


def search_kernel(b: Record, o: Record, w: Record, bot: Record) -> Int:
    """A bot that searches before every decision, in compiled matches."""
    if legal_actions(b, o, w.acts) == 1:
        return np.int64(w.acts[0])
    return decide(b, o, w, bot, new_array(1, STATE), new_array(2, STATE), new_array(1, SEARCH))


# ---------------------------------------------------------------- for Python

NODES, SEARCHES = numba.typeof(new_records(NODE)), numba.typeof(new_records(SEARCH))
FLOATS = numba.types.float64[::1]


@entry_point(BOARDS, STATES, NODES, SEARCHES, WORKS)
def begin_search(boards: Record, roots: Record, nodes: Record, searches: Record, works: Record) -> None:
    begin(boards[0], roots, nodes, searches[0], works[0])


@entry_point(BOARDS, STATES, STATES, NODES, SEARCHES, WORKS, FLOATS, INT)
def continue_search(
    boards: Record, roots: Record, work: Record, nodes: Record, searches: Record, works: Record, terms: Record, n: Int
) -> None:
    iterate(boards[0], roots, work, nodes, searches[0], works[0], terms, n)


@entry_point(NODES, SEARCHES, INT)
def add_root_child(nodes: Record, searches: Record, action: Int) -> Int:
    """A node for an action at the root that was never tried. It counts one visit, which is nobody's."""
    q = searches[0]
    child = add_child(nodes, q, 0, action, action, q.searcher)
    nodes[child].visits = 1
    return np.int64(child)


@entry_point(SEARCHES, WORKS)
def choose_action(searches: Record, works: Record) -> Int:
    return np.int64(choose(searches[0], works[0]))


ENTRIES = begin_search, continue_search, add_root_child, choose_action
