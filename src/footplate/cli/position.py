"""A position on the terminal, piece by piece: players, market, hands, tickets, routes, scores."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rich.columns import Columns
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from footplate import actions as A
from footplate.boards import Board, Ticket
from footplate.cli import symbols
from footplate.cli.menu import Menu
from footplate.cli.tables import FittedTable
from footplate.events import Event
from footplate.observation import Observation
from footplate.outcome import Score, score_now
from footplate.sentences import deed, move_words, points_in_words, ticket_words, two_cards_words
from footplate.view import View
from footplate.words import counted, listed

_TICKET_STYLES = {
    "connected": "green",
    "connected by stations": "green",
    "cut off: no way left": "red",
    "not connected": "red",
}


def _table(*columns: str, right: Iterable[str] = ()) -> FittedTable:
    return FittedTable(columns, right=right, is_inner=True)


def help_table(rows: Iterable[tuple[str, str]]) -> Table:
    """What to type, and what it does."""
    table = Table.grid(padding=(0, 2))
    table.add_column(style="bold", min_width=18)
    for typed, meaning in rows:
        table.add_row(Text(f"  {typed}"), Text(meaning))
    return table


def number_text(number: int | None) -> Text:
    """What to type for a choice: "[7]"."""
    return Text(f"[{number}]" if number else "", style="bold")


def event_text(event: Event, names: Sequence[str]) -> Text:
    """A sentence of the log, with the points that it earned."""
    text = Text.assemble(symbols.player_text(names, event.seat), " ", deed(event))
    return text.append(f" +{points_in_words(event.points)}", style="green") if event.points else text


# ---------------------------------------------------------------- the table


def players_table(view: View, names: Sequence[str], cards_of: Callable[[int], Mapping[str, int]]) -> FittedTable:
    """One line for each player. ``cards_of`` gives the cards of a seat that the reader may know."""
    progress, race = view.board.rules.progress, view.board.rules.race
    points = "reward" if progress else "done" if race else "route points"
    columns = ("", "player", "trains", "cards", "tickets", points)
    known = [symbols.cards_in_short(cards_of(seat)) for seat in range(view.players)]
    table = _table(*columns, *(["known cards"] if any(known) else []), right=columns[2:])
    for seat in range(view.players):
        acts = not view.is_over and seat == view.to_move
        earned = f"{view.rewards[seat]:.2f}" if progress else str(view.route_points[seat])
        if race:
            earned = race_words(view.board, view.tickets_done[seat])
        counts = (view.trains[seat], view.hand_sizes[seat], view.ticket_counts[seat])
        row = ("▶" if acts else "", symbols.player_text(names, seat), *map(str, counts), earned)
        table.add_row(*row, *([known[seat]] if any(known) else []))
    return table


def race_words(board: Board, done: int) -> str:
    """How far a player is in a race for tickets: "2 of 6"."""
    assert board.rules.race is not None
    return f"{done} of {board.rules.race.tickets}"


def titled_line(title: str, items: Sequence[Text]) -> Table:
    """A title and what belongs to it, side by side; where a line is full, the next one begins."""
    line = Table.grid(padding=(0, 2, 0, 0))
    line.add_column(width=9)
    line.add_row(Text(title, style="bold"), Columns(items or [Text("none", style="dim")], padding=(0, 3, 0, 0)))
    return line


def market_line(view: View, menu: Menu | None = None) -> Table:
    """The deck and the face-up cards, each with its number if it can be taken."""
    deck = Text(f"deck ({counted(view.deck_size, 'card')})")
    piles = [_pile(menu, A.DrawCard(), deck)]
    for card, n in view.market.items():
        if n:
            words = f"{symbols.symbol(card)} {card}" + (f" ×{n}" if n > 1 else "")
            piles.append(_pile(menu, A.TakeCard(card), Text(words, style=symbols.card_style(card))))
    return titled_line("Market", piles)


def pairs_line(menu: Menu) -> Table | None:
    """The pairs of cards that can be drawn, where two are drawn at once."""
    pairs = [action for action in menu.actions if isinstance(action, A.DrawTwo)]
    return titled_line("Cards", [_pile(menu, pair, Text(two_cards_words(pair))) for pair in pairs]) if pairs else None


def _pile(menu: Menu | None, action: A.Action, words: Text) -> Text:
    number = menu.number(action) if menu else None
    return Text.assemble(number_text(number), " ", words) if number else words


def hand_line(cards: Mapping[str, int]) -> Table:
    return titled_line("Your hand", [symbols.card_text(card, n) for card, n in cards.items() if n])


def tickets_line(menu: Menu) -> Table | None:
    """The choice to take tickets, if there is one."""
    others = [action for action in menu.actions if isinstance(action, A.SplitTickets | A.SwapTickets)]
    if others:
        choices = [_pile(menu, action, Text(move_words(action, menu.seen.board)[1])) for action in others]
        return titled_line("Tickets", choices)
    number = menu.number(A.DrawTickets())
    if number is None:
        return None
    deal = menu.seen.board.rules.draw_tickets
    drawn = min(deal.deal, menu.seen.tickets_left)
    words = f" draw {counted(drawn, 'more ticket')} and keep at least {min(deal.keep, drawn)}"
    return titled_line("Tickets", [number_text(number).append(words, style="not bold")])


def ticket_state(view: View, ticket: Ticket, seat: int) -> str:
    needed = view.trains_needed(ticket, seat)
    if view.is_over:
        return "connected" if needed == 0 else "not connected"
    return ticket_words(needed, view.trains[seat])


def tickets_table(view: View, tickets: Sequence[Ticket], seat: int, completed: Sequence[Ticket] = ()) -> RenderableType:
    """``completed`` ones may be so by routes that stations lend."""
    if not tickets:
        return Text("no tickets", style="dim")
    worth = [] if view.board.rules.race else ["points"]
    table = _table("ticket", *worth, "state", right=worth)
    for ticket in tickets:
        state = ticket_state(view, ticket, seat)
        if ticket in completed and state != "connected":
            state = "connected by stations"
        style = _TICKET_STYLES.get(state, "yellow" if "only" in state else "")
        points = [str(ticket.points) for _ in worth]
        table.add_row(f"{ticket.a} – {ticket.b}", *points, Text(state, style=style))
    return table


def last_round(view: View, names: Sequence[str]) -> Text | None:
    """The announcement of the last round, once it has begun."""
    left = view.turns_left
    if not left:
        return None
    low = [name for name, trains in zip(names, view.trains, strict=True) if trains <= view.board.rules.end_trains]
    verb = "are" if len(low) > 1 or low == ["You"] else "is"
    most = view.board.rules.end_trains
    who = f"{listed(low)} {verb} down to {counted(most, 'train')} or fewer. " if low else ""
    turns = f"{counted(left, 'turn')} left, this one included."
    return Text(f"Last round. {who}{turns}", style="bold red")


# ---------------------------------------------------------------- routes


def routes_table(menu: Menu, routes: Sequence[int]) -> RenderableType:
    """Routes with the number and the price of those that can be claimed, and what is in the way of the others."""
    if not routes:
        return Text("none", style="dim")
    board, me = menu.seen.board, menu.seen.seat
    open_tickets = [ticket for ticket in menu.seen.tickets if not menu.seen.connects(ticket, me)]
    wanted = {city for ticket in open_tickets for city in (ticket.a, ticket.b)}
    earns = [] if board.rules.race else ["points"]
    table = _table("", "route", "length, colour", *earns, "pay", right=["", *earns])
    for index in routes:
        route = board.routes[index]
        ends = [Text(city, style="bold underline" if city in wanted else "") for city in (route.a, route.b)]
        worth = board.rules.route_points.get(route.length, 0)
        table.add_row(
            number_text(menu.number_of_route(index)),
            Text(" – ").join(ends),
            symbols.cars_text(route.color, route.length),
            *(f"+{worth}" for _ in earns),
            _price(menu, index),
        )
    return table


def _price(menu: Menu, route: int) -> Text:
    ways = menu.payments.get(route)
    if not ways:
        owner = menu.seen.owners[route]
        return symbols.player_text(menu.names, owner) if owner is not None else Text(menu.obstacle(route), style="dim")
    best = _way_text(ways[0])
    order = [*menu.seen.hand, A.LOCOMOTIVE]
    others = sorted({_main_card(way) for way in ways} - {_main_card(ways[0])}, key=order.index)
    if others:
        best.append(" or ", style="dim")
        best.append_text(Text().join(Text(symbols.symbol(card), style=symbols.card_style(card)) for card in others))
    return best


def _way_text(claim: A.ClaimRoute) -> Text:
    """ "● 7 green + 8 others"."""
    parts = [symbols.payment_text(claim.cards)] if claim.cards else []
    return Text(" + ").join([*parts, Text(f"{claim.others} others")] if claim.others else parts)


def _main_card(claim: A.ClaimRoute) -> str:
    return claim.paid_with or A.LOCOMOTIVE


def payments_table(menu: Menu, routes: Sequence[int]) -> RenderableType:
    """Every way to pay for the routes that can be claimed."""
    table = _table("", "route", "length, colour", "ways to pay", right=[""])
    for index in routes:
        route = menu.seen.board.routes[index]
        ways = Text(", ", style="dim").join(_way_text(way) for way in menu.payments[index])
        number = number_text(menu.number_of_route(index))
        table.add_row(number, f"{route.a} – {route.b}", symbols.cars_text(route.color, route.length), ways)
    return table if routes else Text("You can't pay for any route now.")


def owners_table(view: View, names: Sequence[str]) -> RenderableType:
    """Who owns what."""
    table = _table("player", "routes")
    for seat in range(view.players):
        routes = (view.board.routes[r] for r in view.routes_of(seat))
        owned = ", ".join(f"{route.a}–{route.b} ({route.length})" for route in routes)
        table.add_row(symbols.player_text(names, seat), owned or "none")
    return table


# ---------------------------------------------------------------- scores


def scores_table(board: Board, scores: Sequence[Score], names: Sequence[str], you: int | None = None) -> FittedTable:
    """Where everybody's points come from. While the game goes on, ``you`` can't know the others' tickets."""
    table = _table("" if board.rules.race else "points", *names, right=names)
    for what, points in _score_rows(board, scores):
        hidden = you is not None and what in _FROM_TICKETS
        cells = ("?" if hidden and seat != you else cell for seat, cell in enumerate(points))
        table.add_row(what, *cells, style="bold" if what == "total" else "")
    return table


_FROM_TICKETS = ("tickets completed", "tickets not completed", "total")


def _score_rows(board: Board, scores: Sequence[Score]) -> list[tuple[str, list[str]]]:
    """Only what the board scores."""
    rules = board.rules
    if rules.progress:
        return [("reward", [points_in_words(s.total) for s in scores])]
    if rules.race:
        return [("tickets done", [race_words(board, s.completed) for s in scores])]
    rows = [
        ("routes", [str(s.routes) for s in scores]),
        ("tickets completed", [_signed(s.tickets_done) for s in scores]),
        ("tickets not completed", [_signed(s.tickets_open) for s in scores]),
    ]
    if rules.longest_path_bonus:
        rows.append(("longest path", [f"{_signed(s.longest_path)} ({s.path_length} long)" for s in scores]))
    if rules.globetrotter_bonus:
        rows.append(("most tickets", [f"{_signed(s.globetrotter)} ({s.completed} done)" for s in scores]))
    if rules.attraction_points:
        rows.append(("attractions", [_signed(s.attractions) for s in scores]))
    if rules.stations:
        rows.append(("stations", [f"{_signed(s.stations)} ({s.stations_left} left)" for s in scores]))
    if rules.districts:
        rows.append(("districts", [_signed(s.districts) for s in scores]))
    if rules.grand_tour:
        rows.append(("grand tour", [_signed(s.grand_tour) for s in scores]))
    if rules.passengers:
        rows.append(("passengers", [f"{_signed(s.passengers)} ({s.passengers_taken} taken)" for s in scores]))
    return [*rows, ("total", [points_in_words(s.total).replace("-", "−") for s in scores])]


def scores_so_far(seen: Observation) -> list[Score]:
    """Everybody's points if the game ended now, as far as a seat knows them: who has most tickets shows at the end."""
    scores, _ = score_now(seen.tables, seen.records)
    return [replace(s, total=s.total - s.globetrotter, globetrotter=0) for s in scores]


def score_line(board: Board, score: Score) -> str:
    """One player's points in a line: "4 = 15 for routes − 11 for tickets not completed"."""
    if board.rules.progress:
        return points_in_words(score.total)
    if board.rules.race:
        return f"{race_words(board, score.completed)} tickets done"
    parts = {
        "for tickets completed": score.tickets_done,
        "for tickets not completed": score.tickets_open,
        "for the longest path": score.longest_path,
        "for attractions": score.attractions,
        "for stations": score.stations,
        "for districts": score.districts,
        "for the grand tour": score.grand_tour,
        "for passengers": score.passengers,
    }
    terms = "".join(f" {'−' if n < 0 else '+'} {abs(n)} {what}" for what, n in parts.items() if n)
    return f"{points_in_words(score.total)} = {score.routes} for routes{terms}".replace("-", "−")


def _signed(n: int) -> str:
    return f"+{n}" if n > 0 else f"−{-n}" if n < 0 else "0"


def search_table(figures: Mapping[str, Any]) -> FittedTable:
    """The moves that a search looked at most, and what it found out about them."""
    table = _table("move", "visits", "margin", "spread", "wins", right=("visits", "margin", "spread", "wins"))
    for move in figures["moves"]:
        table.add_row(
            move["action"],
            f"{move['visits']:,}",
            f"{move['mean']:+.1f}",
            f"±{move['spread']:.1f}",
            f"{move['win']:.0%}",
        )
    table.caption = f"{figures['iterations']:,} iterations, {figures['nodes']:,} nodes, {figures['seconds']:.2f} s"
    return table
