"""A search: iterations down the tree to one new node, its value, and back up; for compiled bots and for Python."""

from __future__ import annotations

import numba
import numpy as np

from footplate.agents.layout import WORKS
from footplate.agents.search.aim import choose
from footplate.agents.search.layout import (
    DEPTH,
    FOLLOW,
    NODE,
    NODE_LIMIT,
    ONE_TREE,
    OPTIONS,
    PREPARE,
    PRIORS,
    SEARCH,
    TREE_PER_PLAYER,
    TREE_PER_WORLD,
    TRUE_WORLD,
    VALUE,
    WIN,
    new_nodes,
    new_search,
    new_states,
    read_options,
)
from footplate.agents.search.pruning import actions_to_try
from footplate.agents.search.tree import (
    add_child,
    child_by_prior,
    child_by_ucb1,
    make_logs,
    measure_unit,
    set_node,
)
from footplate.compile import call_at, entry_point, jit
from footplate.engine.determinize import determinize
from footplate.engine.entry_points import BOARDS, INT, STATES
from footplate.engine.layout import DRAW_TICKETS, NOBODY, OVER, PASS, PLAYERS, Int, Record, new_records
from footplate.engine.moves import bits, legal_actions
from footplate.engine.random import rand_bits, seed_stream
from footplate.engine.score import score_game, winners
from footplate.engine.step import step

ITERATIONS = OPTIONS.index("iterations")
TURNS_A_TICKET = 3.0  # of a player who races at an even pace
WON_RACE = 1.0  # tickets that it is worth to win a race
LOGS = 1 << 16  # logarithms looked up instead of worked out


# ---------------------------------------------------------------- the beginning


@jit
def clear_root(b: Record, roots: Record, q: Record, w: Record) -> None:
    """Nothing is known of the actions at the root."""
    q.searcher = roots[0].player
    q.stamp = 0
    q.done = 0
    for a in range(b.n_actions):
        q.mark[a] = 0
    for r in range(b.n_routes):
        q.paid_stamp[r] = 0
    q.n_actions = actions_to_try(b, roots[0], q, w)
    for i in range(q.n_actions):
        a = w.acts[i]
        q.actions[i] = a
        q.visits[a] = 0
        q.value[a] = 0.0
        q.squares[a] = 0.0
        q.wins[a] = 0.0


@jit
def plant(b: Record, nodes: Record, q: Record) -> None:
    """A tree of one node: node 0, the searcher's. With a tree per player the next ones have nodes 1, 2 and so on."""
    q.n_nodes = b.n_players if q.worlds == TREE_PER_PLAYER else 1
    for i in range(q.n_nodes):
        set_node(nodes[i], 0, q.searcher, 0.0)


@jit
def begin(b: Record, roots: Record, nodes: Record, q: Record, w: Record) -> None:
    """Start a search at roots[0]. One that cheats would read what was erased, and the generator with it."""
    if q.worlds == TRUE_WORLD and roots[0].rng == np.uint64(0):
        raise ValueError("a search of the true game must be shown everything (game.reveal)")
    if q.asks[VALUE] == 0:
        raise ValueError("a search needs an evaluator")
    clear_root(b, roots, q, w)
    q.unit, q.trust = 1.0, 1.0
    q.one_world = q.worlds == TRUE_WORLD or q.worlds == TREE_PER_WORLD
    if q.asks[PREPARE] != 0:
        call_at(q.asks[PREPARE], b, roots[0], w, q)
    if b.race > 0:
        q.seed = rand_bits(w.scratch)
    plant(b, nodes, q)


# ---------------------------------------------------------------- an iteration


@jit
def enter_world(b: Record, roots: Record, work: Record, nodes: Record, q: Record, w: Record) -> None:
    """work[0] = the world to play in: the true one, or the observation filled in anew.

    With a tree per world work[1] keeps the guess; the next one comes after its share of the iterations.
    """
    guess, is_new = 0, True
    if q.worlds == TREE_PER_WORLD:
        guess, is_new = 1, q.done % max(1, int(q.iterations / max(1.0, q.trees))) == 0
    if is_new:
        work[guess] = roots[0]
        if q.worlds != TRUE_WORLD:
            determinize(b, work[guess], w.scratch)
        if guess == 1:
            plant(b, nodes, q)
    if guess == 1:
        work[0] = work[1]
    if q.one_world:
        work[0].observer = NOBODY


@jit
def choose_before_dealing(b: Record, roots: Record, nodes: Record, q: Record, w: Record) -> Int:
    """The child of the root to go to; what is hidden is then dealt by the number of its visits.

    So all actions are tried with the same luck, and fewer tries tell which is better.
    """
    q.depth = 0
    child = child_by_prior(b, roots[0], nodes, q, w, 0)
    w.scratch.rng = seed_stream(q.seed, nodes[child].visits)
    return child


@jit
def seen_by_others(action: Int) -> Int:
    """The action as others see it: of a choice of tickets they see how many were kept, as if it were the first ones."""
    if DRAW_TICKETS < action < PASS:
        return DRAW_TICKETS + (1 << bits(action - DRAW_TICKETS)) - 1
    return action


@jit
def seen_child(nodes: Record, q: Record, node: Int, action: Int, mover: Int) -> Int:
    """The child for a move that somebody else has made, made if there is none; 0 without room."""
    child = nodes[node].first_child
    while child:
        if nodes[child].action == action:
            return child
        child = nodes[child].next_sibling
    return add_child(nodes, q, node, action, mover) if q.n_nodes < nodes.size else np.uint32(0)


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
def count_points(b: Record, s: Record, w: Record, q: Record) -> None:
    """At the end of a game: payoff = points over the best other (alone: points), win = the searcher's share.

    In a race payoff = own tickets less those of an even pace, and something for the win: others' luck would blur it.
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
    if b.race > 0 and q.aim == WIN:
        par = np.float64(s.turn) / np.float64(b.n_players) / TURNS_A_TICKET
        for p in range(b.n_players):
            q.payoff[p] = w.scratch.total[p] - par + WON_RACE * np.float64((won >> p) & 1) / n


@jit
def credit(q: Record, c: Record) -> None:
    """Count a visit, with the margin of who moved here; in the true variants everybody seeks the searcher's aim."""
    c.visits += 1
    c.value += q.payoff[q.searcher] if q.in_tree != 0.0 else q.payoff[c.mover]


@jit
def back_up(nodes: Record, q: Record) -> None:
    mine = q.payoff[q.searcher]
    nodes[0].visits += 1
    nodes[0].value += mine
    for i in range(q.n_others):
        credit(q, nodes[q.others[i]])
    for i in range(q.depth):
        credit(q, nodes[q.path[i]])
    a = nodes[q.path[0]].action
    q.visits[a] += 1
    q.value[a] += mine
    q.squares[a] += mine * mine
    q.wins[a] += q.win
    q.done += 1


@jit
def iterate(b: Record, roots: Record, work: Record, nodes: Record, q: Record, w: Record, logs: Record, n: Int) -> None:
    """n iterations from roots[0], played in work[0]. An iteration leaves the trees where one has a new node or no room.

    With a tree per player every player has one of its own, of what it sees of the moves. In a race, which luck decides
    more than anything else, every action at the root is tried in the same worlds.
    """
    s = work[0]
    tree_per_player = q.worlds == TREE_PER_PLAYER
    same_worlds = b.race > 0 and q.worlds == ONE_TREE and q.asks[PRIORS] != 0
    for _ in range(n):
        if q.scale != 0.0:
            measure_unit(q)
        first = choose_before_dealing(b, roots, nodes, q, w) if same_worlds else np.uint32(0)
        enter_world(b, roots, work, nodes, q, w)
        q.at[0] = 0
        for i in range(b.n_players if tree_per_player else 0):
            q.at[(q.searcher + i) % b.n_players] = i
        q.depth, q.n_others, room = 0, 0, True
        size = q.n_nodes - (first != 0 and nodes[first].visits == 0)
        while s.phase != OVER and (q.depth == 0 or q.n_nodes == size) and room:
            if q.depth == DEPTH or q.n_others >= DEPTH - PLAYERS:
                break
            p = np.int64(s.player)
            node = q.at[p if tree_per_player else 0]
            if first != 0 and q.depth == 0:
                child = first
            elif q.asks[PRIORS] != 0:
                child = child_by_prior(b, s, nodes, q, w, node)
            else:
                child = child_by_ucb1(b, s, nodes, q, w, logs, node)
            if child == 0:
                break
            if tree_per_player:
                room = watch(b, nodes, q, child, p)
            else:
                q.at[0] = child
                q.path[q.depth] = child
            q.action = np.int64(nodes[child].action)
            if q.asks[FOLLOW] != 0:
                call_at(q.asks[FOLLOW], b, s, w, q)
            step(b, s, q.action)
            if q.path[q.depth] == 0:
                break
            q.depth += 1
        if s.phase != OVER:
            call_at(q.asks[VALUE], b, s, w, q)
        if s.phase == OVER:
            count_points(b, s, w, q)
        back_up(nodes, q)


# ---------------------------------------------------------------- for compiled bots


def search_kernel(b: Record, o: Record, w: Record, bot: Record) -> Int:
    """A bot that searches before every decision, in compiled matches."""
    if legal_actions(b, o, w.acts) == 1:
        return np.int64(w.acts[0])
    roots, work, searches = new_states(1), new_states(2), new_search()
    roots[0] = o
    q = searches[0]
    read_options(q, bot.params)
    for i in range(bot.asks.size):
        q.asks[i] = bot.asks[i]
    q.weights, q.n_weights = bot.weights, bot.n_weights
    iterations = int(bot.params[ITERATIONS])
    nodes = new_nodes(min(b.n_players * (iterations + 1), NODE_LIMIT))
    begin(b, roots, nodes, q, w)
    iterate(b, roots, work, nodes, q, w, make_logs(min(iterations + 2, LOGS)), iterations)
    # A record does not keep the array alive that it lies in, and numba frees an array after its last use.
    return np.int64(choose(q, w)) + 0 * (roots.size + work.size + searches.size)


# ---------------------------------------------------------------- for Python

NODES, SEARCHES = numba.typeof(new_records(NODE)), numba.typeof(new_records(SEARCH))
LOGARITHMS = numba.types.float64[::1]


@entry_point(BOARDS, STATES, NODES, SEARCHES, WORKS)
def begin_search(boards: Record, roots: Record, nodes: Record, searches: Record, works: Record) -> None:
    begin(boards[0], roots, nodes, searches[0], works[0])


@entry_point(BOARDS, STATES, STATES, NODES, SEARCHES, WORKS, LOGARITHMS, INT)
def continue_search(
    boards: Record, roots: Record, work: Record, nodes: Record, searches: Record, works: Record, logs: Record, n: Int
) -> None:
    iterate(boards[0], roots, work, nodes, searches[0], works[0], logs, n)


@entry_point(SEARCHES, WORKS)
def choose_action(searches: Record, works: Record) -> Int:
    return np.int64(choose(searches[0], works[0]))


def load_search() -> None:
    """Load the compiled code of a search, so that no decision waits for it."""
    for entry in (begin_search, continue_search, choose_action):
        entry.load()
