"""Parts of a position: values, each checked as it is taken; tickets; stations and passengers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from footplate.action_space import cards_by_kind
from footplate.actions import LOCOMOTIVE
from footplate.boards import Board, PassengerRules
from footplate.engine import layout as L
from footplate.engine.passengers import COLOUR, OWNER
from footplate.engine.tables import Tables
from footplate.errors import InvalidPosition

PLACES = {L.IN_DECK: "deck", L.ON_OFFER: "offer", L.OUT: "out", L.SHUFFLED_IN: "shuffled"}
LISTED_IN = {"deck": {"deck"}, "shuffled": {"deck"}, "offer": {"offer"}, "out": set[str]()}  # lists, by place


class Reader:
    """Values of a JSON object, each checked as it is taken."""

    def __init__(self, data: Mapping[str, Any], where: str = "") -> None:
        self.data, self.where = data, where
        self.engine: Mapping[str, Any] = data["engine"] if isinstance(data.get("engine"), Mapping) else {}

    def take(self, key: str, *types: type) -> Any:
        if key not in self.data:
            raise InvalidPosition(f"{self.where}{key!r} is missing")
        value = self.data[key]
        if not isinstance(value, types) or (isinstance(value, bool) and bool not in types):
            raise InvalidPosition(f"{self.where}{key!r} can't be {value!r}")
        return value

    def number(self, key: str, least: int, most: int) -> int:
        return self.number_in(self.take(key, int), key, least, most)

    def number_in(self, value: Any, what: str, least: int, most: int) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise InvalidPosition(f"{self.where}{what!r}: {value!r} must be a whole number from {least} to {most}")
        return value

    def numbers(self, key: str, least: int, most: int) -> list[int]:
        return [self.number_in(value, key, least, most) for value in self.take(key, list)]

    def objects(self, key: str) -> list[Reader]:
        found = self.take(key, list)
        if not all(isinstance(one, Mapping) for one in found):
            raise InvalidPosition(f"{self.where}{key!r} must be a list of objects")
        return [Reader(one, f"{self.where}{key} {i}: ") for i, one in enumerate(found)]

    def leftover(self, key: str, most: int) -> list[int]:
        """What lies in memory that is no longer used, so that equal games have equal bytes."""
        found = self.engine.get(key, [])
        return [self.number_in(value, key, 0, most) for value in found] if isinstance(found, list) else []

    def cards(self, key: str, board: Board) -> list[int]:
        counts = [0] * L.KINDS
        for card, n in self.take(key, Mapping).items():
            counts[kind_of(board, card)] = self.number_in(n, f"{key}: {card}", 0, 120)
        return counts


def cards_of(board: Board, counts: Any) -> dict[str, int]:
    return {card: int(counts[kind]) for kind, card in cards_by_kind(board) if counts[kind]}


def kind_of(board: Board, card: object) -> int:
    if card == LOCOMOTIVE:
        return L.LOCO
    if card not in board.colors:
        raise InvalidPosition(f"there is no card {card!r}; cards: {', '.join((*board.colors, LOCOMOTIVE))}")
    return board.colors.index(str(card))


def between(place: Any) -> str:
    return f"{place.a}-{place.b}"


# ---------------------------------------------------------------- tickets


def rings(s: Any, tables: Tables) -> tuple[list[int], list[int]]:
    """The slots of the ticket deck and of the deck of long tickets, each from the top; empty slots come last."""
    n_short, n_long = int(tables.record.n_short), int(tables.record.n_long)
    heads = int(s["ticket_head"]), int(s["long_head"])
    slots = s["ticket_deck"][: n_short + n_long].tolist()
    short, long = slots[:n_short], slots[n_short:]
    return short[heads[0] :] + short[: heads[0]], long[heads[1] :] + long[: heads[1]]


def fill_tickets(s: Any, tables: Tables, given: Reader) -> None:
    n, b = len(tables.tickets), tables.record
    decks = [given.numbers("ticket_deck", 0, n - 1)]
    decks.append(given.numbers("long_ticket_deck", 0, n - 1) if b.n_long else [])
    offer = given.numbers("offer", 0, n - 1)
    lists = {"deck": [t for deck in decks for t in deck], "offer": offer}
    seen: Counter[int] = Counter()
    for one in given.objects("tickets"):
        t, place = one.number("ticket", 0, n - 1), one.take("place", int, str)
        if one.data.get("between", between(tables.tickets[t])) != between(tables.tickets[t]):
            raise InvalidPosition(f"{one.where}ticket {t} is {between(tables.tickets[t])}")
        listed_in = {name for name, tickets in lists.items() if t in tickets}
        known = sum({1 << p for p in one.numbers("known_by", 0, L.PLAYERS - 1)})
        if isinstance(place, str):
            if place not in LISTED_IN or listed_in != LISTED_IN[place]:
                raise InvalidPosition(f"{one.where}ticket {t} can't be in the place {place!r}")
            number = next(number for number, name in PLACES.items() if name == place)
            seen[t] += 1
        else:
            number = L.HELD + one.number("place", 0, tables.players - 1)
            if not known >> place & 1:
                raise InvalidPosition(f"{one.where}seat {place} holds ticket {t}, so it must be known by it")
            s["held_n"][place] += 1
            seen[t] += 1 + len(listed_in)
        s["ticket"][t] = number << L.PLAYERS | known
    twice = [t for t in range(n) if seen[t] != 1 or sum(tickets.count(t) for tickets in lists.values()) > 1]
    if twice:
        raise InvalidPosition(f"ticket {twice[0]} ({between(tables.tickets[twice[0]])}) must be in exactly one place")
    if len(offer) > L.OFFER:
        raise InvalidPosition(f"{len(offer)} tickets on offer; there can be {L.OFFER}")
    long = [bool(b.ticket_long[t]) for t in offer]
    if long != sorted(long) or any(bool(b.ticket_long[t]) != kind for kind in (0, 1) for t in decks[kind]):
        raise InvalidPosition("short and long tickets lie apart: each in its deck, and on offer the short ones first")
    s["ticket_n"], s["long_n"] = map(len, decks)
    s["ticket_head"] = _fill_deck(s["ticket_deck"][: b.n_short], decks[0], given, ("ticket_head", "dealt"))
    s["long_head"] = _fill_deck(s["ticket_deck"][b.n_short : n], decks[1], given, ("long_head", "dealt_long"))
    s["offer"][: len(offer)], s["offer_n"], s["offer_long"] = offer, len(offer), sum(long)


def _fill_deck(slots: Any, deck: list[int], given: Reader, names: tuple[str, str]) -> int:
    """Write a ticket deck into its slots, which are a ring, and return the slot of its top."""
    n, (head_name, dealt_name) = len(slots), names
    head = given.number_in(given.engine.get(head_name, 0), head_name, 0, max(0, n - 1))
    for i, t in enumerate([*deck, *given.leftover(dealt_name, 255)][:n]):
        slots[(head + i) % n] = t
    return head


def ticket_counts_can_be(s: Any, tables: Tables) -> bool:
    """Whether the counts of long and of shown tickets agree with who holds what; compiled code relies on it."""
    b, players = tables.record, tables.players
    places, known = s["ticket"] >> L.PLAYERS, s["ticket"] & L.EVERYBODY
    for p in range(players):
        mine = [t for t in range(len(tables.tickets)) if places[t] == L.HELD + p]
        kept, long = int(s["kept_n"][p]), sum(int(b.ticket_long[t]) for t in mine)
        if kept != (long if b.two_decks else kept if b.first_deal_long else 0):
            return False
        first_deals = (int(b.first_deal), int(b.n_short)), (int(b.first_deal_long), int(b.n_long))
        offered = sum(max(0, min(deal, n - p * deal)) for deal, n in first_deals)
        if b.first_deal_long and not long <= kept <= min(offered, len(mine)):
            return False
        shown = sum(known[t] == L.EVERYBODY for t in mine) + (int(s["coasts"]) >> p & 1)
        if s["done_n"][p] != (shown if b.race else 0):
            return False
    return bool(b.race or not s["coasts"]) and int(s["coasts"]).bit_count() <= b.coast_cards


def vague_tickets_can_be(s: Any, tables: Tables) -> bool:
    """Whether the parts of every vague ticket (``engine/memory.py``) are in range; compiled code relies on it."""
    n, two_decks = len(tables.tickets), tables.board.rules.ticket_decks
    for vague in s["vague"][: int(s["vague_n"])].tolist():
        ticket, chooser, offered = vague & 127, vague >> 12 & 7, vague >> 15 & 7
        put_back, in_offer, first = vague >> 18 & 7, vague >> 21 & 7, vague >> 24 & 127
        if not (ticket < n and chooser < tables.players and first < n):
            return False
        if not (in_offer < offered <= L.OFFER and 0 < put_back < offered + two_decks):
            return False
    return bool(s["vague_n"] <= L.VAGUE)


# ---------------------------------------------------------------- stations and passengers


def written_bonuses(tables: Tables, s: Any) -> dict[str, Any]:
    """Stations and passengers, on boards that have them."""
    board, data = tables.board, dict[str, Any]()
    if board.rules.stations:
        data["stations"] = [_cities(tables, s["station"][p].tolist()) for p in range(tables.players)]
        data["building"] = next(iter(_cities(tables, [int(s["building"])])), None)
    if board.rules.passengers:
        colours, places = board.rules.passengers.colors, board.rules.passengers.each_place
        data["passengers"] = [
            {"place": place, "color": colours[one & COLOUR], "taken_by": (one >> OWNER) - 1 if one >> OWNER else None}
            for place, one in zip(places, s["passenger"].tolist(), strict=False)
        ]
        data["choosing_at"] = _cities(tables, s["waiting"].tolist())
    return data


def _cities(tables: Tables, numbers: list[int]) -> list[str]:
    """Names of cities whose numbers in the state are one more; 0: none."""
    return [tables.board.cities[number - 1].name for number in numbers if number]


def read_bonuses(s: Any, tables: Tables, given: Reader, phase: str) -> None:
    """After cards and routes: ``InvalidPosition`` says what can't be."""
    if phase == "station_payment" and not tables.board.rules.stations:
        raise InvalidPosition(f"the phase {phase!r} is for boards with stations")
    if phase == "passenger" and not tables.board.rules.passengers:
        raise InvalidPosition(f"the phase {phase!r} is for boards with passengers")
    if tables.board.rules.stations:
        _read_stations(s, tables, given, phase)
    if tables.board.rules.passengers:
        _read_passengers(s, tables, tables.board.rules.passengers, given, phase)


def _number(tables: Tables, city: Any) -> int:
    if not isinstance(city, str) or city not in tables.board.city_index:
        raise InvalidPosition(f"there is no city {city!r}")
    return tables.board.city_index[city] + 1


def _read_stations(s: Any, tables: Tables, given: Reader, phase: str) -> None:
    costs = tables.board.rules.stations.costs if tables.board.rules.stations else ()
    rows = given.take("stations", list)
    if len(rows) != tables.players or not all(isinstance(row, list) and len(row) <= len(costs) for row in rows):
        raise InvalidPosition(f"'stations' must be a list of at most {len(costs)} cities for each seat")
    numbers = [[_number(tables, city) for city in row] for row in rows]
    building = given.take("building", str, type(None))
    taken = [number for row in numbers for number in row] + ([_number(tables, building)] if building else [])
    if len(set(taken)) != len(taken):
        raise InvalidPosition("'stations': a city has one station at most")
    if (building is not None) != (phase == "station_payment"):
        raise InvalidPosition(f"'building' can't be {building!r} in the phase {phase!r}")
    s["station"] = 0
    for p, row in enumerate(numbers):
        s["station"][p, : len(row)] = row
    s["building"] = _number(tables, building) if building else 0
    if building:
        p = int(s["player"])
        hand = s["hand"][p].tolist()
        if len(numbers[p]) == len(costs) or max(hand[: L.LOCO]) + hand[L.LOCO] < costs[len(numbers[p])]:
            raise InvalidPosition(f"'building': seat {p} can't build another station")
        s["owed"] = costs[len(numbers[p])]


def _read_passengers(s: Any, tables: Tables, rules: PassengerRules, given: Reader, phase: str) -> None:
    ones, places = given.objects("passengers"), rules.each_place
    s["passenger"] = 0
    for i, one in enumerate(ones):
        place, colour = one.take("place", str), one.take("color", str)
        if i >= len(places) or place != places[i] or colour not in rules.colors:
            raise InvalidPosition(f"{one.where}{colour} at {place} can't be; the board's file has places and colours")
        owner = one.take("taken_by", int, type(None))
        number = 0 if owner is None else one.number("taken_by", 0, tables.players - 1) + 1
        s["passenger"][i] = number << OWNER | rules.colors.index(colour)
    found = Counter(int(one) & COLOUR for one in s["passenger"][: len(ones)])
    if len(ones) != len(places) or len(set(found.values())) != 1 or len(found) != len(rules.colors):
        raise InvalidPosition(f"'passengers' must be {len(places)}, as many of each colour")
    s["waiting"] = 0
    ends = [_number(tables, city) for city in given.take("choosing_at", list)]
    if len(ends) > 2 or (phase == "passenger") != bool(ends):
        raise InvalidPosition(f"'choosing_at' can't have {len(ends)} cities in the phase {phase!r}")
    s["waiting"][2 - len(ends) :] = ends
    if ends and len(_colours_at(s, tables, ends[0] - 1)) < 2:
        raise InvalidPosition(f"'choosing_at': there is no choice at {tables.board.cities[ends[0] - 1].name}")


def _colours_at(s: Any, tables: Tables, city: int) -> set[int]:
    b, n = tables.record, int(tables.record.n_passengers)
    here = [i for i in range(n) if b.passenger_place[i] == b.city_place[city] and int(s["passenger"][i]) >> OWNER == 0]
    return {int(s["passenger"][i]) & COLOUR for i in here}
