"""What the page is sent of rules that only some boards have: stations, decks, districts, tours, passengers, races."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from footplate.app.views.stations import builders, reserve
from footplate.boards import Board
from footplate.boards.parts import District
from footplate.observation import Observation
from footplate.sentences import decay_words, place_titles, shown_points
from footplate.view import Phase, View


def special_view(
    view: View, you: int | None, names: Sequence[str], tickets: Sequence[Mapping[str, Any]] | None
) -> dict[str, Any]:
    """As a seat sees it, or a watcher (None). Where no ``tickets`` are known, there is no mandala."""
    return {
        "stations": builders(view),
        "building": view.building,
        "decks": decks_view(view),
        "districts": districts_view(view, you, names),
        "mandala": None if tickets is None else _mandala(view.board, tickets),
        "passengers": passengers_view(view),
    }


def player_special(view: View, seat: int) -> dict[str, Any]:
    """What a player's row shows besides."""
    return {
        "stations": reserve(view, seat),
        "districts": district_points(view, seat),
        "race": _race(view, seat),
        "progress": _progress(view, seat),
    }


def seen_score(view: View, seat: int) -> float:
    """The points that everybody can see: for routes, and for districts where the board has some; or the reward."""
    if view.board.rules.progress:
        return shown_points(view.rewards[seat])
    return view.route_points[seat] + (district_points(view, seat) or 0)


def decks_view(view: View) -> dict[str, Any] | None:
    """Two decks of tickets: how many are left in each, how many are drawn, and what they are worth."""
    rules = view.board.rules
    if not rules.ticket_decks:
        return None
    deal = rules.initial_tickets if view.phase in (Phase.SPLIT_FIRST, Phase.FIRST_TICKETS) else rules.draw_tickets
    return {
        "short": view.tickets_left,
        "long": view.long_tickets_left,
        "n": min(deal.deal, view.tickets_left + view.long_tickets_left),
        "short_points": _span(view.board, long=False),
        "long_points": _span(view.board, long=True),
    }


def _span(board: Board, long: bool) -> str:
    points = [ticket.points for ticket in board.tickets if ticket.long == long]
    return f"{min(points)} to {max(points)} points" if points else "none"


def _mandala(board: Board, tickets: Sequence[Mapping[str, Any]]) -> dict[str, Any] | None:
    steps = board.rules.grand_tour
    if not steps:
        return None
    done = [ticket for ticket in tickets if ticket["state"] == "done"]
    looped = sum(bool(ticket["second"] and ticket["second"]["done"]) for ticket in done)
    points = steps[min(looped, len(steps)) - 1] if looped else 0
    return {"n": looped, "of": len(tickets), "points": points, "steps": list(steps)}


def _race(view: View, seat: int) -> dict[str, Any] | None:
    race = view.board.rules.race
    if race is None:
        return None
    done, coast = view.tickets_done[seat], int(seat in view.coast_cards)
    stops = ["ticket"] * (done - coast) + ["coast"] * coast
    left = race.tickets - done
    words = f"{done} of {race.tickets} tickets done{', coast to coast among them' if coast else ''}."
    return {"done": done, "goal": race.tickets, "stops": stops[: race.tickets], "words": f"{words} {left} to go."}


def _progress(view: View, seat: int) -> dict[str, Any] | None:
    """The progress game: ``space`` is what a claim on the seat's next turn earns for each space."""
    rules = view.board.rules.progress
    if rules is None:
        return None
    next_turn = view.turn + (seat - view.turn) % view.players
    return {"space": shown_points(rules.decay ** (next_turn // view.players)), "words": decay_words(rules)}


def race_alarm(view: View, you: int | None, names: Sequence[str]) -> str:
    """Who needs one more ticket to win a race; empty while nobody does."""
    race = view.board.rules.race
    near = [seat for seat in range(view.players) if race and view.tickets_done[seat] == race.tickets - 1]
    return " ".join("You need one more ticket." if s == you else f"{names[s]} needs one more ticket." for s in near)


def give_view(seen: Observation, needed: Mapping[str, int]) -> dict[str, Any] | None:
    """Cards of any kind that are still to be given: how many, and which the seat can best spare."""
    if seen.phase is not Phase.SUBSTITUTES or not seen.is_my_turn:
        return None
    claim, n = seen.pending, seen.due
    assert claim is not None
    hand = dict(seen.hand)
    spare: list[str] = []
    for _ in range(n):
        card = min((card for card in hand if hand[card]), key=lambda card: _worth(card, hand, needed, seen.board))
        hand[card] -= 1
        spare.append(card)
    stands_for = "a locomotive" if seen.board.routes[claim.route].locomotives else f"a {claim.paid_with} card"
    each = seen.board.routes[claim.route].substitutes
    words = f"Choose any {n}; {each} stand for {stands_for}."
    return {"n": n, "words": words, "spare": spare}


def _worth(card: str, hand: Mapping[str, int], needed: Mapping[str, int], board: Board) -> tuple[bool, bool, int]:
    """The order in which cards are spared: colours that tickets need come late, and locomotives last."""
    return card not in board.colors, needed.get(card, 0) > 0, -hand[card]


# ---------------------------------------------------------------- districts


def districts_view(view: View, you: int | None, names: Sequence[str]) -> list[dict[str, Any]]:
    """All districts, the most points first, as a seat (or a watcher) reads them."""
    groups = [linked_cities(view, seat) for seat in range(view.players)]
    rows = []
    for district in sorted(view.board.rules.districts, key=lambda district: -district.points):
        linked = [] if you is None else _largest(district, groups[you])
        done = len(linked) == len(district.cities)
        others = [names[s] for s in range(view.players) if s != you and holds(district, groups[s])]
        order = [city for city in district.cities if city in linked] + [c for c in district.cities if c not in linked]
        rows.append(
            {
                "points": district.points,
                "cities": order,
                "linked": order[: len(linked)],
                "done": done,
                "words": _others(others) if you is None else _words(district, len(linked), done, others),
            }
        )
    return rows


def district_points(view: View, seat: int) -> int | None:
    """What a seat's districts are worth so far; None where there are none."""
    districts = view.board.rules.districts
    if not districts:
        return None
    groups = linked_cities(view, seat)
    return sum(district.points for district in districts if holds(district, groups))


def linked_cities(view: View, seat: int) -> list[set[str]]:
    """The networks of a seat as sets of cities."""
    groups: list[set[str]] = []
    for number in view.routes_of(seat):
        route = view.board.routes[number]
        joined = {route.a, route.b}.union(*(group for group in groups if group & {route.a, route.b}))
        groups = [group for group in groups if not group & joined] + [joined]
    return groups


def holds(district: District, groups: Sequence[set[str]]) -> bool:
    return len(_largest(district, groups)) == len(district.cities)


def _largest(district: District, groups: Sequence[set[str]]) -> list[str]:
    """The most cities of a district that one network has; one alone is no link."""
    parts = [[city for city in district.cities if city in group] for group in groups]
    return max(parts, key=len, default=[])


def _words(district: District, linked: int, done: bool, others: Sequence[str]) -> str:
    if done:
        return f"linked, +{district.points}"
    return _others(others) if others else f"{linked} of {len(district.cities)}"


def _others(others: Sequence[str]) -> str:
    return f"{' and '.join(others)} {'have' if len(others) > 1 else 'has'} it" if others else "nobody has it"


# ---------------------------------------------------------------- passengers


def passengers_view(view: View) -> dict[str, Any] | None:
    """The table: players by colours, with what they would get now."""
    rules = view.board.rules.passengers
    if rules is None:
        return None
    held = [view.passengers_of(seat) for seat in range(view.players)]
    ranks = {colour: _ranks([mine.get(colour, 0) for mine in held]) for colour in rules.colors}
    worth = {"most": rules.most, "second": rules.second, "": 0}
    return {
        "colors": list(rules.colors),
        "head": f"most {rules.most}, second {rules.second}",
        "waiting": {place: dict(colours) for place, colours in view.waiting.items()},
        "rows": [
            {
                "seat": seat,
                "now": sum(worth[ranks[colour][seat]] for colour in rules.colors),
                "held": [{"n": mine.get(colour, 0), "rank": ranks[colour][seat]} for colour in rules.colors],
            }
            for seat, mine in enumerate(held)
        ],
    }


def _ranks(counts: Sequence[int]) -> list[str]:
    """Who has most of a colour and who second most; with several first ones there is no second."""
    most = max(counts)
    rest = [n for n in counts if n < most]
    second = max(rest, default=0) if counts.count(most) == 1 else 0
    return ["most" if n == most > 0 else ("second" if n == second > 0 else "") for n in counts]


def passenger_choice(seen: Observation, colours: Sequence[str], names: Sequence[str]) -> dict[str, Any] | None:
    """Which passenger to take, where several colours wait."""
    if seen.phase is not Phase.PASSENGER or not seen.is_my_turn:
        return None
    place = seen.passengers_at or ""
    return {
        "place": place,
        "title": f"Take a passenger in {place_titles(seen.board).get(place, place)}",
        "choices": [{"color": colour, "words": _standing(seen, colour, names)} for colour in colours],
    }


def _standing(seen: Observation, colour: str, names: Sequence[str]) -> str:
    """ "you 1, Adaptive 3", with the one of the others who has most; "you 1" for somebody alone."""
    others = [(seen.passengers_of(seat).get(colour, 0), seat) for seat in range(seen.players) if seat != seen.seat]
    mine = f"you {seen.passengers_of(seen.seat).get(colour, 0)}"
    if not others:
        return mine
    most, ahead = max(others, key=lambda other: other[0])
    return f"{mine}, {names[ahead]} {most}"
