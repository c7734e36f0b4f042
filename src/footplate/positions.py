"""Positions as JSON: a whole game as it stands, with names, to be read back or set up by hand.

What follows from the rest (how many cards a hand has, which tracks are closed) is not written. Reading checks that no
card, train or ticket was lost or made, and says what is wrong.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from footplate import position_parts as parts
from footplate.action_space import action_space, card_of
from footplate.actions import ClaimRoute
from footplate.arguments import json_text
from footplate.boards import Board, is_of_catalogue, load_board
from footplate.engine import layout as L
from footplate.engine.memory import FORGOTTEN
from footplate.engine.race import IDLE_ROUNDS
from footplate.engine.tables import Tables, make_tables
from footplate.errors import InvalidPosition
from footplate.files import json_of
from footplate.position_parts import Reader, between, cards_of, kind_of
from footplate.view import Phase

FORMAT = "footplate position 1"
_PHASES = {phase.name.lower(): phase.value for phase in Phase}
_COUNTED = {
    "deck_n", "discard_n", "shown", "hand_n", "held_n", "ticket_n", "long_n", "offer_n", "offer_long", "route",
}  # fmt: skip
_NAMED = {
    "rng", "reward", "points", "turn", "phase", "player", "last_turns", "passes", "observer", "trains", "hand", "known",
    "face_up", "discard", "deck", "offer", "ticket", "ticket_deck", "station", "building", "passenger", "waiting",
}  # fmt: skip
_OTHERS = _COUNTED | _NAMED | {"spare"}
_MORE = tuple(name for name in L.STATE.names or () if name not in _OTHERS)  # counters of the engine
_SPECIAL = {  # of rules that few boards have: written where there is something in them
    "pending", "turned_n", "turned_up", "owed", "long_head", "done_n", "coasts", "kept_n",
}  # fmt: skip


def position_text(tables: Tables, records: L.Records, seed: int) -> str:
    return json.dumps(_data(tables, L.plain(records, L.STATE)[0], seed), indent=1, ensure_ascii=False) + "\n"


def _data(tables: Tables, s: Any, seed: int) -> dict[str, Any]:
    board, players = tables.board, tables.players
    deck = s["deck"].tolist()
    ring, long_ring = parts.rings(s, tables)
    owners = [(int(byte) >> L.PLAYERS) - 1 for byte in s["route"][: len(board.routes)]]
    places = parts.PLACES | {L.HELD + p: p for p in range(players)}
    long = {"long_ticket_deck": long_ring[: int(s["long_n"])]} if long_ring else {}
    return {
        "format": FORMAT,
        "board": board.name if is_of_catalogue(board) else board.data,
        "rules": board.rules_hash,
        "players": players,
        "seed": seed,
        "chance": int(s["rng"]),
        "phase": next(name for name, number in _PHASES.items() if number == s["phase"]),
        "to_move": int(s["player"]),
        "turn": int(s["turn"]),
        "turns_left": int(s["last_turns"]) if s["last_turns"] >= 0 else None,
        "passes": int(s["passes"]),
        "market": cards_of(board, s["face_up"]),
        "deck": [card_of(board, kind) for kind in reversed(deck[: int(s["deck_n"])])],
        "discard": cards_of(board, s["discard"]),
        **_pending(tables, s),
        **parts.written_bonuses(tables, s),
        "seats": [
            {
                "hand": cards_of(board, s["hand"][p]),
                "seen": cards_of(board, s["known"][p]),
                "trains": int(s["trains"][p]),
                "points": int(s["points"][p]),
                "reward": float(s["reward"][p]),
            }
            for p in range(players)
        ],
        "routes": [
            {"route": r, "between": between(board.routes[r]), "owner": owner}
            for r, owner in enumerate(owners)
            if owner >= 0
        ],
        "tickets": [
            {
                "ticket": t,
                "between": between(ticket),
                "place": places[int(s["ticket"][t]) >> L.PLAYERS],
                "known_by": [p for p in range(L.PLAYERS) if int(s["ticket"][t]) >> p & 1],
            }
            for t, ticket in enumerate(tables.tickets)
        ],
        "ticket_deck": ring[: int(s["ticket_n"])],
        **long,
        "offer": s["offer"][: int(s["offer_n"])].tolist(),
        "networks": [_networks(tables, owners, p) for p in range(players)],
        "engine": {name: s[name].tolist() for name in _MORE if name not in _SPECIAL or s[name].any()}
        | {"drawn": deck[int(s["deck_n"]) :], "dealt": ring[int(s["ticket_n"]) :]}
        | ({"dealt_long": long_ring[int(s["long_n"]) :]} if long_ring else {}),
    }


def _pending(tables: Tables, s: Any) -> dict[str, Any]:
    """A claim that is not yet paid in full, where there is one."""
    if not s["pending"]:
        return {}
    claim = action_space(tables).action(L.CLAIM + int(s["pending"]) - 1)
    turned_up = s["turned_up"][: int(s["turned_n"])] if s["phase"] == L.TUNNEL else ()
    cards = [card_of(tables.board, int(kind)) for kind in turned_up]
    return {"pending": {"claim": claim.text, "turned_up": cards, "due": int(s["owed"])}}


def read_position(text: str, board: Board | None = None) -> tuple[Tables, L.Records, int]:
    """(tables, state, seed) of a position that can be, on the board that it names; InvalidPosition says why not."""
    json_text("a position", text)
    try:
        data = json_of(text)
    except ValueError as error:
        raise InvalidPosition(f"this is not JSON: {error}") from None
    given = Reader(data if isinstance(data, Mapping) else {})
    if given.take("format", str) != FORMAT:
        raise InvalidPosition(f"'format' must be {FORMAT!r}, not {given.take('format', str)!r}")
    if board is None:
        named = given.take("board", str, Mapping)
        board = load_board(named) if isinstance(named, str) else Board.from_dict(dict(named))
    if "rules" in data and data["rules"] != board.rules_hash:
        raise InvalidPosition(f"its rules have the hash {data['rules']}, but {board.name!r} has {board.rules_hash}")
    tables = make_tables(board, given.number("players", 1, L.PLAYERS))
    records = L.new_records(L.STATE)
    _fill(L.plain(records, L.STATE)[0], tables, given)
    return tables, records, given.number("seed", 0, (1 << 64) - 1)


def _fill(s: Any, tables: Tables, given: Reader) -> None:
    players = tables.players
    seat, phase = players - 1, given.take("phase", str)
    if phase not in _PHASES:
        raise InvalidPosition(f"'phase' must be one of {', '.join(_PHASES)}, not {phase!r}")
    s["rng"], s["phase"], s["observer"] = given.number("chance", 1, (1 << 64) - 1), _PHASES[phase], L.NOBODY
    s["player"], s["turn"] = given.number("to_move", 0, seat), given.number("turn", 0, 30_000)
    last = given.take("turns_left", int, type(None))
    s["last_turns"] = L.NOBODY if last is None else given.number("turns_left", 0, players)
    s["passes"] = given.number("passes", 0, players * (IDLE_ROUNDS if tables.record.race else 1))
    pending = _read_pending(tables, given, phase)
    _fill_cards(s, tables, given, pending.turned_up)
    _fill_routes(s, tables, given)
    parts.fill_tickets(s, tables, given)
    if (len(given.take("offer", list)) > 0) != (phase in ("first_tickets", "ticket_choice")):
        raise InvalidPosition(f"in the phase {phase!r} the offer can't have {int(s['offer_n'])} tickets")
    for name in _MORE:
        if name in given.engine and name not in ("ticket_head", "long_head"):
            try:
                s[name] = np.array(given.engine[name], L.STATE[name].base).reshape(s[name].shape)
            except (ValueError, TypeError, OverflowError):
                raise InvalidPosition(f"engine: {name!r} can't be {given.engine[name]!r}") from None
    _fill_pending(s, tables, pending)
    parts.read_bonuses(s, tables, given, phase)
    checks = _shuffle_can_be, parts.vague_tickets_can_be, parts.ticket_counts_can_be
    if not all(can_be(s, tables) for can_be in checks):
        raise InvalidPosition("engine: what the table remembers contradicts the cards; leave 'engine' out if in doubt")


class _Pending(NamedTuple):
    """A claim that is not yet paid in full; ``claim`` is its number among the claims, -1 if there is none."""

    claim: int
    turned_up: list[int]
    due: int


def _read_pending(tables: Tables, given: Reader, phase: str) -> _Pending:
    if phase not in ("tunnel", "substitutes"):
        return _Pending(-1, [], 0)
    one = Reader(given.take("pending", Mapping), "pending: ")
    text, tunnel = one.take("claim", str), phase == "tunnel"
    claims = {action.text: action for action in action_space(tables) if isinstance(action, ClaimRoute)}
    claim = claims.get(text)
    if claim is None or tunnel != tables.board.routes[claim.route].tunnel or tunnel == (claim.others > 0):
        raise InvalidPosition(f"pending: 'claim' must be a claim that leads to the phase {phase!r}, not {text!r}")
    row = action_space(tables).id(claim) - L.CLAIM
    cards = [kind_of(tables.board, card) for card in one.take("turned_up", list)]
    if len(cards) > (tables.board.rules.tunnel_cards if tunnel else 0):
        raise InvalidPosition(f"pending: {len(cards)} cards can't be turned up here")
    most = sum(kind in (tables.claims[row].colour, L.LOCO) for kind in cards) if tunnel else claim.others
    return _Pending(row, cards, one.number("due", most if tunnel else 1, most))


def _fill_pending(s: Any, tables: Tables, pending: _Pending) -> None:
    """Compiled code relies on the cards and the trains being there."""
    s["pending"], s["owed"] = pending.claim + 1, pending.due
    if pending.claim < 0:
        return
    claim, p, tunnel = tables.claims[pending.claim], int(s["player"]), s["phase"] == L.TUNNEL
    colour_cards = claim.length - claim.locomotives - claim.replaced
    lacks = s["hand"][p, L.LOCO] < claim.locomotives or (colour_cards and s["hand"][p, claim.colour] < colour_cards)
    is_free = not int(s["route"][claim.route]) >> p & 1 and s["trains"][p] >= claim.length
    if pending.due == 0 or not is_free or (lacks if tunnel else s["hand_n"][p] < pending.due):
        raise InvalidPosition(f"pending: seat {p} can't have made this claim")
    if tunnel:
        s["turned_up"], s["turned_n"] = 0, len(pending.turned_up)
        s["turned_up"][: len(pending.turned_up)] = pending.turned_up


def _shuffle_can_be(s: Any, tables: Tables) -> bool:
    """Whether what the record says of the last shuffle agrees with the deck, on which compiled code relies."""
    deck_n, full, paid_n = int(s["deck_n"]), int(s["deck_full"]), int(s["paid_n"])
    paid_n = 0 if paid_n == FORGOTTEN else paid_n
    if full == 0:
        return paid_n == 0
    if not deck_n <= full <= L.DECK or L.PILE - 2 * paid_n < full:
        return False
    gone = [(int(card) >> 4, int(card) & 15) for card in s["deck"][deck_n:full]]
    paid = [int(byte) for byte in s["deck"][L.PILE - 2 * paid_n + 1 :: 2]] if paid_n else []
    blind = Counter(kind for seat, kind in gone if seat)
    blind.update(s["deck"][:deck_n].tolist())
    seats = [sum(seat == p + 1 for seat, _ in gone) for p in range(L.PLAYERS)]
    return (
        all(seat <= tables.players and kind < L.KINDS for seat, kind in gone)
        and all(byte >> 4 < tables.players and byte & 15 < L.KINDS for byte in paid)
        and [blind[kind] for kind in range(L.KINDS)] == s["fresh"].tolist()
        and seats == s["blind_n"].tolist()
    )


def _fill_cards(s: Any, tables: Tables, given: Reader, turned_up: list[int]) -> None:
    board, players = tables.board, tables.players
    deck = [kind_of(board, card) for card in reversed(given.take("deck", list))]
    drawn = given.leftover("drawn", 255)
    s["face_up"], s["discard"] = given.cards("market", board), given.cards("discard", board)
    seats = given.objects("seats")
    if len(seats) != players:
        raise InvalidPosition(f"'seats' has {len(seats)} entries for {players} players")
    for p, one in enumerate(seats):
        s["hand"][p], s["known"][p] = one.cards("hand", board), one.cards("seen", board)
        if (s["known"][p] > s["hand"][p]).any():
            raise InvalidPosition(f"seat {p}: cards were seen that the hand doesn't have")
        s["reward"][p] = float(one.take("reward", int, float))
    for kind in (*range(len(board.colors)), L.LOCO):
        total = tables.record.n_locos if kind == L.LOCO else tables.record.cards_per_colour
        found = int(s["face_up"][kind] + s["discard"][kind] + s["hand"][:, kind].sum())
        found += deck.count(kind) + turned_up.count(kind)
        if found != total:
            name = card_of(board, kind)
            raise InvalidPosition(
                f"{found} cards of {name} in market, deck, discard and hands; the game has {int(total)}"
            )
    s["deck"][: len(deck)], s["deck_n"] = deck, len(deck)
    s["deck"][len(deck) : len(deck) + len(drawn)] = drawn[: L.PILE - len(deck)]
    s["hand_n"], s["discard_n"] = s["hand"].sum(axis=1), s["discard"].sum()
    s["shown"] = s["face_up"].sum()
    if s["shown"] > tables.record.n_face_up:
        raise InvalidPosition(f"{int(s['shown'])} cards lie face up; at most {int(tables.record.n_face_up)} can")


def _fill_routes(s: Any, tables: Tables, given: Reader) -> None:
    board, b = tables.board, tables.record
    laid, points, owned = Counter[int](), Counter[int](), dict[int, int]()
    for one in given.objects("routes"):
        r, p = one.number("route", 0, len(board.routes) - 1), one.number("owner", 0, tables.players - 1)
        if r in owned or one.data.get("between", between(board.routes[r])) != between(board.routes[r]):
            raise InvalidPosition(f"{one.where}route {r} is {between(board.routes[r])}, and has one owner")
        owned[r] = p
        laid[p] += board.routes[r].length
        points[p] += int(b.route_points[r])
    for r, p in owned.items():
        closed_to = L.EVERYBODY if b.close_twins else (0 if b.both_tracks else 1 << p)
        twin = int(b.twin[r])
        while twin != r:
            s["route"][twin] |= closed_to
            twin = int(b.twin[twin])
    for r, p in owned.items():
        s["route"][r] = L.EVERYBODY | (p + 1) << L.PLAYERS
    for p, one in enumerate(given.objects("seats")):
        s["trains"][p] = one.number("trains", 0, int(b.n_trains))
        s["points"][p] = one.number("points", 0, 30_000)
        if s["trains"][p] + laid[p] != b.n_trains:
            raise InvalidPosition(
                f"seat {p}: {int(s['trains'][p])} trains left and {laid[p]} on its routes; it must be {int(b.n_trains)}"
            )
        if s["points"][p] != points[p]:
            raise InvalidPosition(f"seat {p}: {int(s['points'][p])} points, but its routes give {points[p]}")
    _check_networks(tables, [owned.get(r, L.NOBODY) for r in range(len(board.routes))], given.data.get("networks"))


def _networks(tables: Tables, owners: Sequence[int], p: int) -> list[int]:
    """A label for each city: the same for those that p's routes connect."""
    b, labels = tables.record, np.arange(len(tables.board.cities))
    for r, owner in enumerate(owners):
        if owner == p:
            labels[labels == labels[b.route_a[r]]] = labels[b.route_b[r]]
    return [int(label) for label in labels]


def _check_networks(tables: Tables, owners: Sequence[int], networks: Any) -> None:
    """Labels follow from the routes; given ones must group the cities in the same way."""
    if networks is None:
        return
    n = len(tables.board.cities)
    for p in range(tables.players):
        labels = networks[p] if isinstance(networks, Sequence) and p < len(networks) else []
        if not isinstance(labels, list) or len(labels) != n or _parts(labels) != _parts(_networks(tables, owners, p)):
            raise InvalidPosition(f"'networks' of seat {p} is not what its routes connect")
        for label in labels:
            Reader({}).number_in(label, "networks", 0, n - 1)


def _parts(labels: Iterable[Any]) -> list[int]:
    """The groups that labels form, numbered by their first city."""
    first: dict[Any, int] = {}
    return [first.setdefault(str(label), i) for i, label in enumerate(labels)]
