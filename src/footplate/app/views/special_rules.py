"""Rules that only some boards have, in words, with the board's own numbers."""

from __future__ import annotations

from collections.abc import Iterator

from footplate.app.views.sections import Section, item, section
from footplate.boards import Board
from footplate.sentences import counted, listed, number_word, passenger_gates, place_titles


def special_sections(board: Board) -> list[Section]:
    """A section for every special rule of the board."""
    return [*_stations(board), *_countries(board), *_passengers(board)]


def _stations(board: Board) -> Iterator[Section]:
    rules = board.rules.stations
    if rules is None:
        return
    costs = listed([number_word(cost) for cost in rules.costs])
    yield section(
        "Stations",
        f"Instead of anything else you may build a station in a city that has none. Your stations cost {costs} cards "
        "of one colour, one after the other. At the end each lends you one route of another player into its city, the "
        "one that serves your tickets best: for tickets, not for points or the longest path. "
        f"A station that is never built earns {counted(rules.points, 'point')}.",
    )


def _countries(board: Board) -> Iterator[Section]:
    rules = board.rules
    if rules.countries:
        names = listed([place_titles(board)[country.name] for country in rules.countries])
        yield section(
            "Countries",
            f"{names} are one place each, with several gates: any gate will do for a ticket. Countries are ends, not "
            "ways through.",
        )
    if any(ticket.lesser_goals for ticket in board.tickets):
        yield section(
            "Tickets to a country",
            "Such a ticket has a value for each country. The highest of those that you reach counts. If you reach "
            "none, the lowest is taken away.",
        )
    if rules.ticket_decks:
        yield section(
            "Two decks of tickets",
            "Short and long tickets lie in piles of their own. Before you see any, say how many of each you draw.",
        )
    elif any(ticket.long for ticket in board.tickets) and rules.first_long_tickets:
        long = counted(rules.first_long_tickets, "long ticket")
        yield section("Long tickets", f"Everybody is dealt {long} at the start. None are drawn later.")


def _passengers(board: Board) -> Iterator[Section]:
    rules = board.rules.passengers
    if rules is None:
        return
    yield section(
        "Passengers",
        f"Passengers in {number_word(len(rules.colors))} colours wait in the cities. Right after you claim a route, "
        f"you may take one from each of its two ends. All of them lie open. {passenger_gates(board)}".rstrip(),
        list=[item(f"{rules.most} points.", "Most of a colour:"), item(f"{rules.second} points.", "Second most:")],
    )


def race_sections(board: Board, pieces: str, doubles: Section) -> list[Section]:
    """The rules of a race for tickets."""
    race = board.rules.race
    assert race is not None
    goal, names = number_word(race.tickets), place_titles(board)
    west, east = (listed([names[city] for city in coast], "or") for coast in race.coasts)
    sections = [
        section("The aim", f"Be the first to finish {goal} tickets. There are no points."),
        section("The start", f"{pieces}, and {number_word(board.rules.initial_tickets.deal)} tickets."),
        section(
            "Your turn",
            "Do one of three things:",
            list=[
                item(f"{number_word(race.cards_per_draw).capitalize()} cards, blind from the deck.", "Draw."),
                item(
                    "Pay as many cards of its colour as it has spaces; a locomotive stands for any card.",
                    "Claim a route.",
                ),
                item("Put both back and take two new ones.", "Swap your tickets."),
            ],
        ),
        section(
            "Tickets",
            "A ticket is finished as soon as your routes connect its cities. It is shown and replaced at once.",
        ),
        doubles,
        section(
            "The end",
            f"The game ends when somebody has finished {goal} tickets, and wins. If somebody lays the last train "
            "before that, most tickets win.",
        ),
    ]
    if race.coast_cards:
        coasts = f"Whoever links {west} with {east} has finished one more ticket, once for each player."
        sections.insert(4, section("Coast to coast", coasts))
    return sections
