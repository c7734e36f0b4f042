"""A board's special rules in a few words each: what the page shows once, when a rule is first met."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from footplate.actions import Kind
from footplate.app.views.rules import locomotive_places
from footplate.observation import Observation
from footplate.sentences import decay_words, number_word
from footplate.words import counted, listed

Slip = tuple[str, str, str]  # the rule, a title, and the words


def slips(seen: Observation, can: Mapping[Kind, Any]) -> list[dict[str, str]]:
    """The rules that matter to a seat in this position, those of the decision at hand first."""
    found = [*_at_hand(seen, can), *_of_the_board(seen)] if seen.is_my_turn else []
    return [{"rule": rule, "title": title, "words": words} for rule, title, words in found]


def _at_hand(seen: Observation, can: Mapping[Kind, Any]) -> Iterator[Slip]:
    """Rules of what can be done now."""
    rules, routes = seen.board.rules, [seen.board.routes[int(route)] for route in can[Kind.CLAIM]]
    if can[Kind.SPLIT]:
        yield "decks", "Two decks", "Say how many short and how many long tickets you draw before you see any."
    if any(ticket and ticket.long for ticket in seen.offer) and not rules.ticket_decks:
        yield "long", "Long tickets", "They are dealt only now. Those that are not kept leave the game."
    if any(ticket and ticket.lesser_goals for ticket in seen.offer):
        yield (
            "countries",
            "Tickets to a country",
            "Any gate of a country will do. The best country that you reach counts; if you reach none, you lose the "
            "lowest value. Countries are ends, not ways through.",
        )
    elif rules.countries and seen.offer:
        yield (
            "gates",
            "Countries",
            "A country is one place with several gates; any of them will do. Countries are ends, not ways through.",
        )
    if any(route.tunnel for route in routes):
        yield (
            "tunnel",
            "Tunnels",
            f"After you pay, {number_word(rules.tunnel_cards)} cards are turned up. Each that matches your colour, and "
            "each locomotive, asks for one card more. You may pay, or take your cards back; then the turn ends.",
        )
    if any(route.locomotives for route in routes):
        yield "ferry", "Ferries", "Spaces with a wheel need a locomotive each; the rest takes one colour."
    if any(route.substitutes for route in routes):
        n = max(route.substitutes for route in routes)
        yield "substitutes", "Any cards", f"Here {n} cards of any kind can stand for one that you lack."
    if can[Kind.STATION] and rules.stations:
        yield (
            "station",
            "Stations",
            "Click a city to build one. At the end it lends you one route of another player into that city, for "
            f"tickets only. Each that you never build is worth {counted(rules.stations.points, 'point')}.",
        )
    if can[Kind.SWAP] is not None:
        yield "swap", "New tickets", "Instead of a turn you may put both tickets back and take two new ones."


def _of_the_board(seen: Observation) -> Iterator[Slip]:
    """Rules that hold all the time."""
    rules = seen.board.rules
    if rules.progress:
        yield "progress", "Progress and decay", f"{decay_words(rules.progress)} Routes and tickets have no points."
    if rules.race:
        yield (
            "race",
            "A race",
            f"Whoever finishes {number_word(rules.race.tickets)} tickets first wins. A finished ticket is replaced at "
            "once. Linking the two coasts counts as one more, once for each player.",
        )
    if rules.districts:
        yield (
            "districts",
            "Districts",
            "Link all cities of a district with your routes, by any way, to earn its number.",
        )
    if rules.grand_tour:
        yield (
            "mandala",
            "Mandala",
            f"Done tickets with two ways that share no route earn {listed(map(str, rules.grand_tour), 'or')} points.",
        )
    if rules.passengers:
        most, second = rules.passengers.most, rules.passengers.second
        yield (
            "passengers",
            "Passengers",
            f"A route takes one passenger from each of its ends. Of each colour, most earn {most} points and second "
            f"most {second}.",
        )
    if where := locomotive_places(rules):
        yield "locomotives", "Locomotives", f"They pay for {where} only. Taken face up, they are a card like any other."
