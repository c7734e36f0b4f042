"""The check of the rules that a board file carries: players, cards, deals, points, the end, and the progress game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from footplate.boards import limits
from footplate.boards.check import values as V
from footplate.boards.check.map import Draft
from footplate.words import counted

NUMBERS = {  # field: least and most
    "trains": (1, limits.MAX_TRAINS),
    "cards_per_color": (1, limits.MAX_CARDS_OF_A_KIND),
    "locomotives": (0, limits.MAX_CARDS_OF_A_KIND),
    "initial_cards": (0, limits.MAX_CARDS),
    "face_up": (0, limits.MAX_FACE_UP),
    "end_trains": (-1, limits.MAX_TRAINS - 1),
    "double_routes_min_players": (1, limits.MAX_PLAYERS + 1),
}
NUMBERS_OR_NULL = {
    "max_face_up_locomotives": (1, limits.MAX_FACE_UP),
    "longest_path_bonus": (0, V.MAX_POINTS),
    "globetrotter_bonus": (0, V.MAX_POINTS),
}
TIE_BREAKS = ("tickets", "longest_path", "fewest_stations", "passengers")
PROGRESS_FIELDS = ("decay", "disconnected_distance", "ticket_sets")


def rule_reasons(draft: Draft) -> Iterator[str]:
    data = draft.data
    yield from _player_reasons(data.get("players")) if "players" in data else ()
    yield from _colour_reasons(data.get("colors"))
    for key, (least, most) in NUMBERS.items():
        yield from V.wrong_number("", data, key, least, most)
    for key, (least, most) in NUMBERS_OR_NULL.items():
        if data.get(key) is not None and not V.is_whole(data[key], least, most):
            yield f"{key}: {V.shown(data[key])}, but it must be a whole number from {least} to {most}, or null for none"
    yield from _route_point_reasons(data.get("route_points"))
    yield from _deck_reasons(draft)
    yield from _end_reasons(draft)
    for key in ("initial_tickets", "draw_tickets"):
        if isinstance(data.get(key), dict):
            yield from _deal_reasons(key, data[key])
    yield from _tie_break_reasons(data.get("tie_breaks", []))
    yield from V.wrong_flag("open_hands:", data.get("open_hands", False))


def _player_reasons(players: object) -> Iterator[str]:
    right = f"players must be two whole numbers, the least and the most, from 1 to {limits.MAX_PLAYERS}: [2, 4]"
    if not isinstance(players, list) or len(players) != 2:
        yield f"players: {V.shown(players)}, but {right}"
    elif not all(V.is_whole(n, 1, limits.MAX_PLAYERS) for n in players) or players[0] > players[1]:
        yield f"players: [{V.shown(players[0])}, {V.shown(players[1])}], but {right}"


def most_players(draft: Draft) -> int:
    """The largest number of players that the board is made for; 1 where the file is wrong."""
    players = draft.data.get("players")
    if isinstance(players, list) and len(players) == 2 and V.is_whole(players[1], 1, limits.MAX_PLAYERS):
        return players[1]
    return 1


def _colour_reasons(colours: object) -> Iterator[str]:
    if not isinstance(colours, list):
        return
    if not colours:
        yield "colors: the list is empty; a board needs at least one colour of cards"
    for colour in colours:
        if colour == limits.GREY:
            yield "colors: 'grey' is the colour of routes that any colour pays for; no card has it"
        elif not isinstance(colour, str) or colour not in limits.COLOURS:
            near = V.did_you_mean(colour, limits.COLOURS)
            yield f"colors: there is no colour {V.shown(colour)}; there are {', '.join(limits.COLOURS)}{near}"
    yield from V.listed_twice("colors:", colours)


def _route_point_reasons(points: object) -> Iterator[str]:
    if not isinstance(points, dict):
        return
    lengths = [str(length) for length in range(1, limits.MAX_LENGTH + 1)]
    for length, value in points.items():
        if length not in lengths:
            yield f"route_points: {V.shown(length)} is no length of a route; lengths are '1' to '{limits.MAX_LENGTH}'"
        else:
            yield from V.wrong_whole(f"route_points: length {length}", value, 0, V.MAX_POINTS)


def _deck_reasons(draft: Draft) -> Iterator[str]:
    numbers = [draft.number(key, -1) for key in ("cards_per_color", "locomotives", "initial_cards", "face_up")]
    if min(numbers) < 0 or not draft.colors:
        return
    of_a_colour, locomotives, hand, face_up = numbers
    cards, players = len(draft.colors) * of_a_colour + locomotives, most_players(draft)
    if cards > limits.MAX_CARDS:
        yield f"the deck: {cards} train cards, but there can be at most {limits.MAX_CARDS}"
    if hand * players + face_up > cards:
        yield (
            f"the deck: {cards} train cards, but {counted(players, 'player')} get {hand} each "
            f"and {face_up} lie face up: that needs {hand * players + face_up}"
        )
    stated = draft.special.get("deck_size", cards)
    if stated != cards:
        yield f"special.deck_size: {V.shown(stated)}, but colours and locomotives make {cards} cards"
    limit = draft.data.get("max_face_up_locomotives")
    if V.is_whole(limit, 1, limits.MAX_FACE_UP) and limit > face_up:
        yield f"max_face_up_locomotives: {limit}, but only {face_up} cards lie face up; null means no limit"


def _end_reasons(draft: Draft) -> Iterator[str]:
    trains, end = draft.data.get("trains"), draft.data.get("end_trains")
    if V.is_whole(trains, 1, limits.MAX_TRAINS) and V.is_whole(end, -1, limits.MAX_TRAINS - 1) and end >= trains:
        yield f"end_trains: {end}, but players start with {counted(trains, 'train')}: the game would end at once"


def _deal_reasons(key: str, deal: dict[str, Any]) -> Iterator[str]:
    yield from V.wrong_keys(key, deal, ("deal", "keep"), ("deal_long",) if key == "initial_tickets" else ())
    given = [part for part in ("deal", "keep", "deal_long") if part in deal]
    wrong = [part for part in given if not V.is_whole(deal[part], 0, limits.MAX_OFFER)]
    for part in wrong:
        yield f"{key}: {part} is {V.shown(deal[part])}, but it must be a whole number from 0 to {limits.MAX_OFFER}"
    if wrong or not {"deal", "keep"} <= deal.keys():
        return
    dealt, keep = deal["deal"] + deal.get("deal_long", 0), deal["keep"]
    if dealt > limits.MAX_OFFER:
        yield f"{key}: {dealt} tickets dealt at once, long ones included, but there can be at most {limits.MAX_OFFER}"
    if keep > dealt:
        yield f"{key}: keep {keep}, but only {dealt} are dealt"
    if dealt and not keep:
        yield f"{key}: keep 0 of {dealt}, but at least 1 must be kept"


def _tie_break_reasons(tie_breaks: object) -> Iterator[str]:
    right = "it must be a list out of " + ", ".join(f"'{name}'" for name in TIE_BREAKS)
    if not isinstance(tie_breaks, list):
        yield f"tie_breaks: {V.shown(tie_breaks)}, but {right}"
        return
    for name in tie_breaks:
        if not isinstance(name, str) or name not in TIE_BREAKS:
            yield f"tie_breaks: {V.shown(name)}, but {right}{V.did_you_mean(name, TIE_BREAKS)}"
    yield from V.listed_twice("tie_breaks:", tie_breaks)


# ---------------------------------------------------------------- the progress game


def progress_reasons(draft: Draft) -> Iterator[str]:
    """The thesis's game (board t2r): given tickets, blind draws, a reward for coming nearer to one's tickets."""
    special = draft.special
    if not any(key in special for key in (*PROGRESS_FIELDS, "objectives")):
        return
    is_private = special.get("objectives") == "private"
    for key in PROGRESS_FIELDS:
        if key not in special and not (is_private and key == "ticket_sets"):
            yield f"special.{key} is missing; the progress game needs {', '.join(PROGRESS_FIELDS)}"
    if "decay" in special and not (V.is_number(special["decay"]) and 0 < special["decay"] <= 1):
        yield f"special.decay: {V.shown(special['decay'])}, but it must be a number above 0 and at most 1"
    yield from V.wrong_number("special.", special, "disconnected_distance", 1, V.MAX_POINTS)
    if special.get("objectives", "same") not in ("same", "different", "private"):
        yield f"special.objectives: {V.shown(special['objectives'])}, but it must be 'same', 'different' or 'private'"
    yield from _blind_reasons(draft)
    if is_private:
        tickets = draft.data.get("tickets")
        yield from _private_reasons(tickets if isinstance(tickets, list) else [], draft)
    elif "ticket_sets" in special:
        yield from _ticket_set_reasons(draft)


def _blind_reasons(draft: Draft) -> Iterator[str]:
    draws = draft.data.get("draw_tickets")
    if draft.number("face_up") != 0:
        yield "face_up: the progress game has no cards face up; it must be 0"
    if isinstance(draws, dict) and draws.get("deal") != 0:
        yield "draw_tickets: the progress game has no ticket deck; deal must be 0"
    for route in draft.routes:
        if route.tunnel or route.substitutes:
            what = "a tunnel" if route.tunnel else "a route with substitutes"
            yield f"{route.label}: {what}, but the progress game has none"


def _private_reasons(tickets: list[Any], draft: Draft) -> Iterator[str]:
    first = draft.data.get("initial_tickets")
    if isinstance(first, dict) and first.get("deal") != first.get("keep"):
        yield "initial_tickets: private tickets are all kept, so it must keep as many as it deals"
    yield from _cut_off_reasons(tickets, draft)


def _ticket_set_reasons(draft: Draft) -> Iterator[str]:
    sets, different = draft.special["ticket_sets"], draft.special.get("objectives") == "different"
    if not isinstance(sets, dict):
        yield f"special.ticket_sets: {V.shown(sets)}, but it must be an object with 'main' and 'other'"
        return
    yield from V.wrong_keys("special.ticket_sets", sets, ("main", "other") if different else ("main",), ("other",))
    for name in ("main", "other"):
        if name in sets:
            yield from _one_ticket_set_reasons(f"special.ticket_sets: {name}", sets[name], draft)


def _one_ticket_set_reasons(what: str, numbers: object, draft: Draft) -> Iterator[str]:
    tickets, first = draft.data.get("tickets"), draft.data.get("initial_tickets")
    if not isinstance(numbers, list) or not isinstance(tickets, list):
        yield f"{what} is {V.shown(numbers)}, but it must be a list of ticket numbers, counted from 0"
        return
    wrong = [number for number in numbers if not V.is_whole(number, 0, min(len(tickets), limits.MAX_TICKETS) - 1)]
    for number in wrong:
        yield f"{what} has {V.shown(number)}, but the tickets are numbered 0 to {len(tickets) - 1}"
    if wrong:
        return
    for number in V.repeated(map(str, numbers)):
        yield f"{what} has ticket {number} more than once"
    given = len(numbers)
    if isinstance(first, dict) and not first.get("deal") == first.get("keep") == given:
        yield f"{what} gives {counted(given, 'ticket')}, so initial_tickets must deal {given} and keep {given}"
    yield from _cut_off_reasons([tickets[number] for number in numbers], draft)


def _cut_off_reasons(tickets: list[Any], draft: Draft) -> Iterator[str]:
    limit = draft.special.get("disconnected_distance")
    for ticket in tickets:
        a, b = (ticket.get("a"), ticket.get("b")) if isinstance(ticket, dict) else (None, None)
        if not (V.is_text(a) and V.is_text(b) and a in draft.cities and b in draft.cities):
            continue
        distance = draft.distance(a, b)
        if distance is not None and V.is_whole(limit, 1, V.MAX_POINTS) and distance > limit:
            yield (
                f"special.disconnected_distance: {limit}, but ticket {a}–{b} is {distance} long: "
                "being cut off would count as coming nearer"
            )
