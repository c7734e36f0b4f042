"""Cards of any kind in place of a locomotive that a ferry needs, or of a card of the colour (``Route.substitutes``).

Such a claim is a row of its own behind the plain ones (``fill_substitutes``). It pays the cards of its colour and its
locomotives at once; the others are then given one by one (phase SUBSTITUTES), and with the last one the route is laid.
"""

from __future__ import annotations

from collections.abc import Iterator

from footplate.boards import Board, Route
from footplate.boards.limits import GREY
from footplate.compile import ACTS, indirect_call, jit
from footplate.engine.cards import refill_market
from footplate.engine.layout import BOARD, CLAIM, GIVE, KINDS, LOCO, STATE, SUBSTITUTES, Int, Record
from footplate.engine.memory import pay_openly
from footplate.engine.routes import is_open
from footplate.engine.turn import lay_track, pay_for

Row = tuple[int, int, int, int, int, int]  # locomotives, colour, length, route, others, cards of the colour


def fill_substitutes(b: Record, board: Board) -> None:
    """Called by ``tables``: append the claims that are paid with cards of any kind, too."""
    rows = sorted(row for r, route in enumerate(board.routes) if route.substitutes for row in _rows(b, board, r, route))
    first = int(b["n_plain_claims"])
    for i, (locos, colour, _, r, others, coloured) in enumerate(rows, first):
        b["claim_route"][i], b["claim_colour"][i], b["claim_locos"][i] = r, colour, locos
        b["claim_others"][i], b["claim_coloured"][i] = others, coloured
    b["n_claims"] = first + len(rows)


def _rows(b: Record, board: Board, r: int, route: Route) -> Iterator[Row]:
    """Of a ferry the locomotives that it needs are replaced, or any of them (``most_replaced``), elsewhere any card."""
    colours = range(len(board.colors)) if route.color == GREY else (board.colors.index(route.color),)
    most = board.rules.locomotives if b["takes_locos"][r] else 0
    for replaced in range(1, board.rules.most_replaced(route) + 1):
        rest, others = route.length - replaced, replaced * route.substitutes
        for locos in range(max(0, route.locomotives - replaced), min(rest, most) + 1):
            for colour in (LOCO,) if locos == rest else colours:
                yield locos, colour, route.length, r, others, rest - locos


@jit
def can_pay_with_others(b: Record, s: Record, claim: Int) -> bool:
    """Whether the player to move has the cards of a claim that takes some of any kind, too, and the trains."""
    p, locos, coloured = s.player, b.claim_locos[claim], b.claim_coloured[claim]
    return (
        b.route_length[b.claim_route[claim]] <= s.trains[p]
        and locos + coloured + b.claim_others[claim] <= s.hand_n[p]
        and locos <= s.hand[p, LOCO]
        and (coloured == 0 or coloured <= s.hand[p, b.claim_colour[claim]])
    )


@indirect_call(int, BOARD, STATE, ACTS, int)
def legal_with_others(b: Record, s: Record, acts: Record, n: Int) -> Int:
    """Append the claims that are paid with cards of any kind, too."""
    for claim in range(b.n_plain_claims, b.n_claims):
        acts[n] = CLAIM + claim
        n += is_open(s, b.claim_route[claim], s.player) and can_pay_with_others(b, s, claim)
    return n


@jit
def owe_others(b: Record, s: Record, claim: Int) -> None:
    """Pay the cards that the claim names; those of any kind follow."""
    pay_for(b, s, claim)
    s.pending = claim + 1
    s.owed = b.claim_others[claim]
    s.phase = SUBSTITUTES


@jit
def legal_gifts(b: Record, s: Record, acts: Record) -> Int:
    n = 0
    for kind in range(KINDS):
        acts[n] = b.special_first[GIVE] + kind
        n += s.hand[s.player, kind] > 0
    return n


@jit
def give_card(b: Record, s: Record, kind: Int) -> bool:
    """Give one of the cards that are owed; whether it was the last one, with which the route is laid."""
    pay_openly(b, s, kind, 1)
    s.owed -= 1
    if s.owed > 0:
        return False
    lay_track(b, s, b.claim_route[s.pending - 1])
    s.pending = 0
    refill_market(b, s)
    return True
