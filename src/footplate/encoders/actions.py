"""What a network may do: codes for the engine's actions, a mask of those that are legal, and the way back.

``full`` are the engine's own numbers. ``lean`` leaves the number of locomotives out: a route is paid with a kind of
card and the fewest locomotives:

    0                     take the top card of the deck
    1 + kind              take a face-up card (kinds: the board's colours, then locomotives)
    tickets               look at new tickets
    tickets + mask        keep the offered tickets whose bits are set
    pass                  only when nothing else is possible
    claims + route x kinds + kind
    special + …           what only some boards have, in the engine's order

Where cards of any kind stand for others, ``lean`` pays as few of them as it can, and then the fewest locomotives.

``slots`` are those of Yang et al. (III-A), 78 on their board. A face-up card is taken by its place (``kind_in_place``);
of equal cards the first stands for all. Every payment of a route has a code:

    0                     take the top card of the deck; pass, when nothing else is possible
    1 + place             take the face-up card there
    tickets               look at new tickets
    tickets + mask        keep the offered tickets whose bits are set
    claims + claim        the engine's claims
    special + …           what only some boards have, in the engine's order

``any`` is ``lean`` with the same numbers on every board (any_code.py).

``squares`` are the thesis's, for its boards, where there is nothing but blind draws and claims: 0 draws, and
1 + (a x cities + b) x kinds + kind claims a route between the cities a < b with cards of a kind.
"""

from __future__ import annotations

from bisect import bisect_right

import numba
import numpy as np
import numpy.typing as npt

from footplate.action_space import action_space, card_of
from footplate.actions import LOCOMOTIVE
from footplate.arguments import one_of
from footplate.array_arguments import whole_numbers
from footplate.compile import entry_point, jit
from footplate.encoders.any_code import ANY_CLAIMS, ANY_SPECIAL, any_action, any_code, any_pair
from footplate.encoders.blocks import sizes_of
from footplate.encoders.layout import kind_at, kind_in_place, kinds_of, slots_of
from footplate.encoders.lean_claims import leanest_claim
from footplate.engine import layout as L
from footplate.engine.cards import cards_left
from footplate.engine.entry_points import BOARDS, INT, SCRATCHES, STATES
from footplate.engine.layout import Int, Record, Records
from footplate.engine.moves import legal_actions
from footplate.engine.routes import is_open
from footplate.engine.tables import Tables
from footplate.errors import FootplateError, IllegalAction

Codes = npt.NDArray[np.int32]
Masks = npt.NDArray[np.bool_]

FULL, LEAN, SQUARES, SLOTS, ANY = range(5)
ACTION_CODES = ("full", "lean", "squares", "slots", "any")

_NOTHING = "nothing on this board"

_MASKS, _CODES = numba.types.boolean[:, ::1], numba.types.int32[::1]


@jit
def lean_tickets(b: Record) -> Int:
    """The lean code of looking at new tickets."""
    return 1 + kinds_of(b)


@jit
def lean_pass(b: Record) -> Int:
    return lean_tickets(b) + (1 << slots_of(b))


@jit
def lean_special(b: Record) -> Int:
    """The first lean code of what only some boards have."""
    return lean_pass(b) + 1 + b.n_routes * kinds_of(b)


@jit
def lean_code(b: Record, action: Int) -> Int:
    """The code of an engine's action, whether it is legal or not."""
    if action == L.DRAW_DECK:
        return np.int64(0)
    if action < L.DRAW_TICKETS:
        kind = action - L.FACE_UP
        return 1 + (b.n_colours if kind == L.LOCO else kind)
    if action < L.PASS:
        return lean_tickets(b) + action - L.DRAW_TICKETS
    if action == L.PASS:
        return lean_pass(b)
    if action >= L.CLAIM + b.n_claims:
        return lean_special(b) + action - L.CLAIM - b.n_claims
    claim = action - L.CLAIM
    kind = np.int64(b.claim_colour[claim])
    return lean_pass(b) + 1 + b.claim_route[claim] * kinds_of(b) + (b.n_colours if kind == L.LOCO else kind)


@jit
def lean_action(b: Record, s: Record, code: Int) -> Int:
    """The engine's action of a legal code."""
    if code == 0:
        return np.int64(L.DRAW_DECK)
    if code < lean_tickets(b):
        return L.FACE_UP + kind_at(b, code - 1)
    if code < lean_pass(b):
        return L.DRAW_TICKETS + code - lean_tickets(b)
    if code == lean_pass(b):
        return np.int64(L.PASS)
    if code >= lean_special(b):
        return L.CLAIM + b.n_claims + code - lean_special(b)
    route, k = divmod(code - lean_pass(b) - 1, kinds_of(b))
    claim = leanest_claim(b, s, route, kind_at(b, k))
    if claim == L.NOBODY:
        raise ValueError("nothing pays for this route so")
    return L.CLAIM + claim


@jit
def square_code(b: Record, action: Int) -> Int:
    """The code of a draw, a claim, or a pass, which is what remains of a draw without cards."""
    if action < L.CLAIM:
        return np.int64(0)
    claim = action - L.CLAIM
    x, y = np.int64(b.route_a[b.claim_route[claim]]), np.int64(b.route_b[b.claim_route[claim]])
    kind = np.int64(b.claim_colour[claim])
    return 1 + (min(x, y) * b.n_cities + max(x, y)) * kinds_of(b) + (b.n_colours if kind == L.LOCO else kind)


@jit
def square_action(b: Record, s: Record, code: Int) -> Int:
    """The engine's action of a legal code: of equal tracks the first that is open, paid with the fewest locomotives."""
    if code == 0:
        return np.int64(L.DRAW_DECK if cards_left(s) > 0 else L.PASS)
    for r in range(b.n_routes):
        x, y = np.int64(b.route_a[r]), np.int64(b.route_b[r])
        square, kind = (code - 1) // kinds_of(b), kind_at(b, (code - 1) % kinds_of(b))
        if square == min(x, y) * b.n_cities + max(x, y) and is_open(s, r, s.player):
            claim = leanest_claim(b, s, r, kind)
            if claim != L.NOBODY:
                return L.CLAIM + claim
    raise ValueError("no route can be claimed so")


@jit
def slot_tickets(b: Record) -> Int:
    """The slots code of looking at new tickets."""
    return 1 + np.int64(b.n_face_up)


@jit
def slot_claims(b: Record) -> Int:
    """The slots code of the first claim."""
    return slot_tickets(b) + (1 << slots_of(b))


@jit
def slot_code(b: Record, s: Record, action: Int) -> Int:
    """The code of a legal action."""
    if action in (L.DRAW_DECK, L.PASS):
        return np.int64(0)
    if action >= L.CLAIM:
        return slot_claims(b) + action - L.CLAIM
    if action >= L.DRAW_TICKETS:
        return slot_tickets(b) + action - L.DRAW_TICKETS
    for place in range(b.n_face_up):
        k = kind_in_place(b, s, place)
        if k != L.NOBODY and kind_at(b, k) == action - L.FACE_UP:
            return np.int64(1 + place)
    raise ValueError("no such card lies face up")


@jit
def slot_action(b: Record, s: Record, code: Int) -> Int:
    """The engine's action of a legal code."""
    if code == 0:
        return np.int64(L.DRAW_DECK if cards_left(s) > 0 else L.PASS)
    if code < slot_tickets(b):
        return np.int64(L.FACE_UP) + kind_at(b, kind_in_place(b, s, code - 1))
    if code < slot_claims(b):
        return L.DRAW_TICKETS + code - slot_tickets(b)
    return L.CLAIM + code - slot_claims(b)


@jit
def decode_action(which: Int, b: Record, s: Record, code: Int) -> Int:
    """The engine's action of a legal code of the player to move."""
    if which == FULL:
        return np.int64(code)
    if which == LEAN:
        return lean_action(b, s, code)
    if which == SQUARES:
        return square_action(b, s, code)
    if which == SLOTS:
        return slot_action(b, s, code)
    if which == ANY:
        return any_action(b, s, code)
    raise ValueError("there is no such action code")


@jit
def encode_action(which: Int, b: Record, s: Record, action: Int) -> Int:
    """The code of an engine's action."""
    if which == FULL:
        return np.int64(action)
    if which == LEAN:
        return lean_code(b, action)
    if which == SQUARES:
        return square_code(b, action)
    if which == SLOTS:
        return slot_code(b, s, action)
    if which == ANY:
        return any_code(b, action)
    raise ValueError("there is no such action code")


@jit
def mask_actions(which: Int, b: Record, s: Record, w: Record, mask: Record) -> Int:
    """mask[code] = whether it is legal for the player to move; returns how many of the engine's actions are."""
    for code in range(mask.size):
        mask[code] = False
    n = legal_actions(b, s, w.acts)
    for i in range(n):
        mask[encode_action(which, b, s, w.acts[i])] = True
    return n


@entry_point(INT, BOARDS, STATES, SCRATCHES, _MASKS)
def _mask_rows(which: Int, boards: Record, states: Record, scratch: Record, out: Record) -> None:
    for i in range(states.size):
        mask_actions(which, boards[0], states[i], scratch[0], out[i])


@entry_point(INT, BOARDS, STATES, _CODES, _CODES)
def _decode_rows(which: Int, boards: Record, states: Record, codes: Record, out: Record) -> None:
    for i in range(states.size):
        out[i] = decode_action(which, boards[0], states[i], codes[i])


@entry_point(INT, BOARDS, STATES, _CODES, _CODES)
def _encode_rows(which: Int, boards: Record, states: Record, actions: Record, out: Record) -> None:
    for i in range(states.size):
        out[i] = encode_action(which, boards[0], states[i], actions[i])


def _size(name: str, tables: Tables) -> int:
    size = sizes_of(tables)
    if name == "full":
        return int(tables.bare[0].n_actions)
    if name == "squares":
        return 1 + size.cities * size.cities * size.kinds
    if name == "any":
        return ANY_SPECIAL[-1]
    b = tables.bare[0]
    if name == "slots":
        return 1 + tables.board.rules.face_up + (1 << size.slots) + int(b.n_actions - L.CLAIM)
    return 1 + size.kinds + (1 << size.slots) + 1 + size.routes * size.kinds + int(b.n_actions - L.CLAIM - b.n_claims)


class ActionCode:
    """A code for the actions of a board. Every state that is not over has a legal code, and a legal code an action."""

    def __init__(self, name: str, tables: Tables) -> None:
        self.name, self.number, self.tables = name, ACTION_CODES.index(name), tables
        self.size = _size(name, tables)

    def mask(self, states: Records, scratch: Records, out: Masks) -> None:
        """out[i, code] = whether it is legal for the player to move in state i; ``scratch`` is one SCRATCH record."""
        _mask_rows(self.number, self.tables.records, states, scratch, out)

    def decode(self, states: Records, codes: npt.ArrayLike) -> Codes:
        """The engine's numbers of legal codes, one for each state."""
        out = np.empty(len(states), np.int32)
        _decode_rows(self.number, self.tables.records, states, self._numbers(states, codes), out)
        return out

    def encode(self, states: Records, actions: npt.ArrayLike) -> Codes:
        """The codes of the engine's numbers, one for each state."""
        out = np.empty(len(states), np.int32)
        _encode_rows(self.number, self.tables.records, states, self._numbers(states, actions), out)
        return out

    def _numbers(self, states: Records, numbers: npt.ArrayLike) -> Codes:
        return whole_numbers("actions", numbers, len(states)).astype(np.int32)

    def text(self, code: int) -> str:
        """What a code means, in words."""
        if not 0 <= code < self.size:
            where = f"the {self.size} {self.name} ones of {self.tables.board.name}"
            raise FootplateError(f"there is no code {code} among {where}")
        if self.name == "squares":
            return self._square_text(code)
        if self.name == "slots":
            return self._slot_text(code)
        if self.name == "any":
            return self._any_text(code)
        return action_space(self.tables).action(code).text if self.name == "full" else self._lean_text(code)

    def _square_text(self, code: int) -> str:
        size, board = sizes_of(self.tables), self.tables.board
        square, kind = divmod(code - 1, size.kinds)
        a, b = (board.cities[c].name for c in divmod(square, size.cities))
        return f"claim {a}-{b} with {[*board.colors, LOCOMOTIVE][kind]}" if code else "draw"

    def _slot_text(self, code: int) -> str:
        """Which card lies in a place differs from state to state."""
        space, places = action_space(self.tables), self.tables.board.rules.face_up
        if code <= places:
            return f"take the card in place {code}" if code else "draw"
        claim = code - 1 - places - (1 << sizes_of(self.tables).slots)
        return space.action(L.DRAW_TICKETS + code - 1 - places if claim < 0 else L.CLAIM + claim).text

    def _any_text(self, code: int) -> str:
        """Of what the board has; other codes mean nothing on it."""
        board, space, b = self.tables.board, action_space(self.tables), self.tables.bare[0]
        if ANY_CLAIMS <= code < ANY_SPECIAL[0]:
            r, kind = divmod(code - ANY_CLAIMS, L.KINDS)
            if r < len(board.routes) and (kind < len(board.colors) or kind == L.LOCO):
                return self._claim_text(r, card_of(board, kind))
            return _NOTHING
        action = code
        if code >= ANY_SPECIAL[0]:
            kind = bisect_right(ANY_SPECIAL, code) - 1
            number = code - ANY_SPECIAL[kind]
            if kind == L.PAIR:
                number = any_pair(b, number, L.KINDS, 1 + len(board.colors))
            action = int(b.special_first[kind]) + number
            if action >= b.special_first[kind + 1]:
                return _NOTHING
        try:
            return space.action(action).text
        except IllegalAction:
            return _NOTHING

    def _claim_text(self, r: int, card: str) -> str:
        """A claim that leaves the number of locomotives out."""
        one = next(L.CLAIM + i for i, claim in enumerate(self.tables.claims) if claim.route == r)
        return f"{action_space(self.tables).action(one).text.rpartition(' with ')[0]} with {card}"

    def _lean_text(self, code: int) -> str:
        size, board, space = sizes_of(self.tables), self.tables.board, action_space(self.tables)
        cards, tickets = [*board.colors, LOCOMOTIVE], 1 + size.kinds
        if code < tickets:
            return f"take {cards[code - 1]}" if code else "draw"
        claim = code - tickets - (1 << size.slots) - 1
        if claim < 0:
            return space.action(L.PASS if claim == -1 else L.DRAW_TICKETS + code - tickets).text
        special = claim - size.routes * size.kinds
        if special >= 0:
            return space.action(L.CLAIM + len(self.tables.claims) + special).text
        r, kind = divmod(claim, size.kinds)
        return self._claim_text(r, cards[kind])


def make_actions(name: str, tables: Tables) -> ActionCode:
    """An action code by its name (``ACTION_CODES``) for a board's tables."""
    one_of("action code", name, ACTION_CODES)
    rules = tables.board.rules
    if name == "squares" and (rules.progress is None or rules.face_up > 0):
        raise FootplateError(
            f"squares are for blind draws and claims, as on t2r; {tables.board.name} has other actions: lean or full"
        )
    return ActionCode(name, tables)
