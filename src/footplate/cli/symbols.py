"""How the terminal shows cards, routes and players: a symbol beside the colour, never colour alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.text import Text

from footplate.sentences import cards_in_words

CARDS: Mapping[str, tuple[str, str]] = {  # a symbol and a style
    "red": ("●", "red"),
    "orange": ("▲", "dark_orange"),
    "yellow": ("★", "yellow"),
    "green": ("◆", "green"),
    "blue": ("═", "dodger_blue1"),
    "pink": ("✚", "orchid"),
    "white": ("○", "bold"),
    "black": ("✖", "bright_black"),
    "locomotive": ("✺", "bold cyan"),
    "grey": ("▫", ""),
}
SEAT_STYLES = ("bold red", "bold blue", "bold yellow", "bold cyan", "bold magenta")


def symbol(card: str) -> str:
    return CARDS.get(card, ("■", ""))[0]


def card_style(card: str) -> str:
    return CARDS.get(card, ("", ""))[1]


def card_text(card: str, n: int | None = None) -> Text:
    """ "● red" or "● 3 red"."""
    words = card if n is None else cards_in_words(n, card)
    return Text(f"{symbol(card)} {words}", style=card_style(card))


def payment_text(cards: Mapping[str, int]) -> Text:
    """ "● 3 red ✺ 1"."""
    first, *rest = cards.items()
    others = (Text(f" {symbol(card)} {n}", style=card_style(card)) for card, n in rest)
    return Text.assemble(card_text(*first), *others)


def cards_in_short(cards: Mapping[str, int]) -> Text:
    """ "●3 ✺1"."""
    return Text(" ").join(Text(f"{symbol(card)}{n}", style=card_style(card)) for card, n in cards.items() if n)


def cars_text(colour: str, length: int) -> Text:
    """A route as it lies on the board: "●●● 3 red"."""
    return Text(f"{symbol(colour) * length} {length} {colour}", style=card_style(colour))


def player_text(names: Sequence[str], seat: int) -> Text:
    return Text(names[seat], style=SEAT_STYLES[seat])


def screen_names(seats: Sequence[str], you: int | None = None) -> list[str]:
    """What the screen calls the players of a record: "You", and bots by their kind ("Greedy", "Greedy 3")."""
    names = ["You" if seat == you else _bot_name(name) for seat, name in enumerate(seats)]
    return [f"{name} {seat + 1}" if names.count(name) > 1 else name for seat, name in enumerate(names)]


def _bot_name(spec: str) -> str:
    """ "Greedy"; of "./mybot.py:MyBot:depth=3" the class, of "cmd:./bot --fast" the program."""
    from footplate.agents import read_spec

    name = read_spec(spec).short_name
    return name[:1].upper() + name[1:]
