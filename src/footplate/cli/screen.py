"""What a person sees when it is their turn, made from their observation alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import assert_never

from rich.console import RenderableType
from rich.rule import Rule
from rich.text import Text

from footplate.actions import Decline, KeepTickets, Pass
from footplate.agents import Decision
from footplate.boards import Board, Ticket
from footplate.cli import position
from footplate.cli.menu import Menu, routes_in_order
from footplate.cli.symbols import player_text
from footplate.game import Game
from footplate.observation import Observation
from footplate.outcome import Outcome
from footplate.sentences import cities, city_name, decay_words, move_words, payment_words
from footplate.view import Phase
from footplate.words import counted, listed

SMALL_BOARD = 20  # routes: a board up to this size is shown whole
MOST_CLAIMS = 12  # of a larger board, the longest routes that can be claimed

_LOOKS = (
    ("claims", "all routes that you can claim now, with every way to pay"),
    ("map", "who owns which route"),
    ("mine", "your tickets and your routes"),
    ("score", "where the points come from, as if the game ended now"),
    ("log, log all", "what happened lately, or from the beginning"),
    ("why", "what the bots thought before their last moves; it tells what they hold"),
    ("Enter", "this turn's table once more"),
)
_ENDS = (
    ("undo", "take back your last action, and what the others did after it; the record counts it"),
    ("save, save FILE", "save now, or in another file from now on; the game is also saved after every action"),
    ("quit", "save and leave, like Ctrl-D and Ctrl-C"),
)
_WORDS = """\
Trains are the pieces that you lay on the map: a route of length 4 takes 4 trains and 4 train cards of its colour. \
Locomotives ✺ are the cards that stand for any colour. A grey route ▫ is paid with any one colour. \
A ticket names two cities: its points are yours if your routes connect them at the end, and lost if they don't. \
Underlined cities are on your open tickets. Known cards are those that you saw a player take face up. \
In a turn you do one of three things: draw two cards, claim one route, or draw tickets."""


def help_page(board: Board) -> Iterator[RenderableType]:
    """All that can be typed, with examples from this board."""
    route, colour = board.routes[0], board.colors[0]
    types = (
        ("7", "the choice with the number [7]"),
        (f"7 {colour}", f"claim the route with the number [7] and pay with {colour} cards"),
        (f"draw, take {colour}", "draw from the deck, take a face-up card"),
        ("tickets", "draw tickets"),
        ("keep 1 2", "of the tickets on offer, keep the first and the second"),
        (
            f"claim {route.a}-{route.b} {colour}".casefold(),
            "as many words as it takes to say which route and how to pay",
        ),
    )
    routes = (
        ("routes", "all free routes and what you need for them"),
        (f"routes {route.a}".casefold(), "those of a city"),
    )
    for title, rows in (("What to type", types), ("What to look at, at no cost", (*routes, *_LOOKS)), ("And", _ENDS)):
        yield Text(title, style="bold")
        yield position.help_table(rows)
        yield Text()
    yield Text(_WORDS)


def your_turn(menu: Menu) -> Iterator[RenderableType]:
    """The whole table. ``menu.names`` are the names on the screen."""
    seen = menu.seen
    first = seen.phase in (Phase.FIRST_TICKETS, Phase.SPLIT_FIRST)
    stage = "the first tickets" if first else f"turn {seen.turn + 1}"
    yield Text()
    yield Rule(Text(f"{seen.board.title} · {stage}", style="bold"), align="left")
    yield position.players_table(seen, menu.names, lambda seat: known_cards(seen, seat))
    yield Text()
    match seen.phase:
        case Phase.FIRST_TICKETS | Phase.TICKET_CHOICE:
            yield from _ticket_choice(menu)
        case Phase.SPLIT_FIRST:
            yield from _cards(menu)
            yield Text()
            yield Text("Say how many tickets you draw of each deck.", style="bold")
        case Phase.TURN | Phase.SECOND_CARD:
            yield from _turn(menu)
        case Phase.TUNNEL | Phase.SUBSTITUTES | Phase.STATION_PAYMENT | Phase.PASSENGER:
            yield from _payment(menu)
        case Phase.OVER:
            raise ValueError("nothing is decided after the end")
        case unknown:
            assert_never(unknown)


def _turn(menu: Menu) -> Iterator[RenderableType]:
    seen = menu.seen
    if seen.tickets:
        yield position.tickets_table(seen, seen.tickets, seen.seat)
        yield Text()
    yield from _claims(menu)
    yield from _cards(menu)
    yield from _stations(menu)
    yield from _passengers(menu)
    score = position.scores_so_far(seen)[seen.seat]
    yield position.titled_line("Score now", [Text(position.score_line(seen.board, score))])
    yield Text()
    yield _banner(menu)


def _stations(menu: Menu) -> Iterator[RenderableType]:
    """Whose stations stand where, and how to build one."""
    seen, rules = menu.seen, menu.seen.board.rules.stations
    if not rules:
        return
    standing = [
        f"{name}: {listed(city_name(city, seen.board) for city in cities)}"
        for name, cities in zip(menu.names, seen.stations, strict=True)
        if cities
    ]
    left = seen.stations_left[seen.seat]
    cost = rules.costs[len(rules.costs) - left] if left else 0
    words = [f"{left} left; type station CITY to build one for {counted(cost, 'card')} of one colour"] if left else []
    yield position.titled_line("Stations", [Text("; ".join([*standing, *(words or ["none left"])]))])


def _passengers(menu: Menu) -> Iterator[RenderableType]:
    """Who has taken along whom."""
    seen = menu.seen
    if seen.board.rules.passengers:
        along = [
            f"{name}: {', '.join(f'{n} {colour}' for colour, n in seen.passengers_of(seat).items() if n) or 'none'}"
            for seat, name in enumerate(menu.names)
        ]
        yield position.titled_line("Riders", [Text("; ".join(along))])


def _payment(menu: Menu) -> Iterator[RenderableType]:
    """A claim that is not yet paid in full, a station, or a passenger."""
    seen, claim = menu.seen, menu.seen.pending
    yield position.hand_line(seen.hand)
    if claim and seen.phase is Phase.TUNNEL:
        yield Text(f"For the tunnel {cities(claim, seen.board)} you showed {payment_words(claim)}.")
        yield Text(f"Turned up: {listed(seen.turned_up)}.")
        yield Text(f"Pay {counted(seen.due, 'more card')}, or take your cards back.", style="bold")
    elif seen.building:
        yield Text(f"Your station in {city_name(seen.building, seen.board)} costs {seen.due}.", style="bold")
    elif seen.passengers_at:
        here = city_name(seen.passengers_at, seen.board)
        yield Text(f"Take a passenger along in {here}, or decline.", style="bold")
    elif claim:
        owed = counted(seen.due, "more card")
        yield Text(f"For {cities(claim, seen.board)} you owe {owed} of any kind.", style="bold")
    declined = "take nobody along" if seen.passengers_at else "take the cards back"
    for number, action in enumerate(menu.actions, start=1):
        words = declined if isinstance(action, Decline) else move_words(action, seen.board)[1]
        yield Text.assemble(position.number_text(number), " ", words)


def one_more_card(menu: Menu) -> Iterator[RenderableType]:
    """The second card of a draw: only the cards have changed."""
    yield Text()
    yield from _cards(menu)
    yield Text("One more card. " + _locomotive_note(menu.seen), style="bold")


def known_cards(seen: Observation, seat: int) -> Mapping[str, int]:
    """The cards of a seat that the observer knows, its own hand apart."""
    return {} if seat == seen.seat else seen.hand_of(seat) or seen.known_cards(seat)


def _cards(menu: Menu) -> Iterator[RenderableType]:
    yield position.hand_line(menu.seen.hand)
    yield position.market_line(menu.seen, menu)
    if pairs := position.pairs_line(menu):
        yield pairs
    if tickets := position.tickets_line(menu):
        yield tickets


def _claims(menu: Menu) -> Iterator[RenderableType]:
    board = menu.seen.board
    if len(board.routes) <= SMALL_BOARD:
        yield position.routes_table(menu, routes_in_order(board, range(len(board.routes))))
    elif routes := menu.routes:
        yield position.routes_table(menu, routes[:MOST_CLAIMS])
        if len(routes) > MOST_CLAIMS:
            yield Text(f"You can claim {len(routes) - MOST_CLAIMS} more; claims lists them all.", style="dim")
    else:
        yield Text("You can't pay for any route yet; routes lists the free ones.", style="dim")
    yield from _payment_note(menu)
    yield Text()


def _payment_note(menu: Menu) -> Iterator[RenderableType]:
    for route in menu.routes[:MOST_CLAIMS]:
        number, colours = menu.number_of_route(route), [way.paid_with for way in menu.payments[route]]
        other = next((colour for colour in colours if colour and colour != colours[0]), None)
        if other:
            yield Text(f"To pay in another colour, name it after the number: {number} {other}", style="dim")
            return


def _ticket_choice(menu: Menu) -> Iterator[RenderableType]:
    seen = menu.seen
    if seen.tickets:
        yield Text("Your tickets so far", style="bold")
        yield position.tickets_table(seen, seen.tickets, seen.seat)
        yield Text()
    yield Text("Tickets on offer", style="bold")
    yield position.tickets_table(seen, [ticket for ticket in seen.offer if ticket], seen.seat)
    yield Text()
    yield position.hand_line(seen.hand)
    yield Text()
    yield Text(f"Choose the tickets to keep, at least {seen.must_keep}.", style="bold")
    for number, action in enumerate(menu.actions, start=1):
        if isinstance(action, KeepTickets):
            kept = [seen.offer[n - 1] for n in action.numbers]
            yield Text.assemble(position.number_text(number), " ", _kept_words(kept, len(seen.offer)))


def _kept_words(kept: Sequence[Ticket | None], offered: int) -> str:
    names = ", ".join(f"{ticket.a} – {ticket.b}" for ticket in kept if ticket)
    return f"keep {'all' if len(kept) > 2 else 'both'} of them" if len(kept) == offered > 1 else f"keep {names}"


def _banner(menu: Menu) -> Text:
    seen = menu.seen
    if ending := position.last_round(seen, menu.names):
        return ending
    if seen.phase is Phase.SECOND_CARD:
        return Text("One more card. " + _locomotive_note(seen), style="bold")
    if menu.number(Pass()):
        return Text("You can't do anything: pass with 1.", style="bold")
    if seen.board.rules.progress:
        return Text("Your turn. Draw two cards or claim a route. ? for help.", style="bold")
    if seen.board.rules.race:
        return Text("Your turn. Draw cards, claim a route or swap your tickets. ? for help.", style="bold")
    return Text("Your turn. Draw two cards, claim a route or draw tickets. ? for help.", style="bold")


def _locomotive_note(seen: Observation) -> str:
    barred = seen.market.get("locomotive") and seen.board.rules.face_up_locomotive_is_whole_draw
    return "A face-up locomotive can't be the second card." if barred else ""


def reasons(decision: Decision, seat: int, names: Sequence[str]) -> Iterator[RenderableType]:
    """Why a bot has moved, with its search if it has searched."""
    if not decision.reason:
        return
    yield Text.assemble(player_text(names, seat), f": {decision.action.text}. Why: {decision.reason}.")
    if decision.figures.get("moves"):
        yield position.search_table(decision.figures)
        yield Text("It expects: " + ", ".join(decision.figures["line"]), style="dim")


def the_end(game: Game, outcome: Outcome, names: Sequence[str]) -> Iterator[RenderableType]:
    """Everything is laid open: tickets, points, and who won."""
    yield Text()
    yield Rule(Text(f"{game.board.title} · the end: {outcome.ended_by}", style="bold"), align="left")
    yield position.owners_table(game, names)
    for seat in range(game.players):
        yield Text()
        yield Text.assemble(player_text(names, seat), " held these tickets")
        yield position.tickets_table(game, game.tickets_of(seat), seat, game.completed(seat))
    yield Text()
    yield from map(Text, outcome.loan_sentences(names, game.board))
    yield position.scores_table(game.board, outcome.scores, names)
    if game.board.rules.progress:
        yield Text(decay_words(game.board.rules.progress), style="dim")
    yield Text()
    yield Text(outcome.sentence(names), style="bold")
