"""Rule variants of a board in words: what each changes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from footplate.boards import Board, TicketDeal


def variant_facts(board: Board) -> list[dict[str, Any]]:
    """Name, title, summary and the figures of every variant of a board."""
    return [_facts(board, name) for name in board.variants]


def _facts(board: Board, name: str) -> dict[str, Any]:
    variant = board.with_variant(name)
    changes = "; ".join(_changes(board, variant)) or "small changes only"
    return {
        "name": name,
        "title": name.replace("_", " ").capitalize(),
        "summary": changes[:1].upper() + changes[1:] + ".",
        "tickets": len(variant.tickets),
        "trains": variant.rules.trains,
        "players": list(variant.rules.players),
    }


def _changes(board: Board, variant: Board) -> Iterator[str]:
    old, new = board.rules, variant.rules
    if len(variant.tickets) != len(board.tickets):
        yield f"{len(variant.tickets)} tickets"
    if new.trains != old.trains:
        yield f"{new.trains} trains each"
    if new.initial_tickets != old.initial_tickets:
        yield f"at the start you keep {_deal(new.initial_tickets)}"
    if new.draw_tickets != old.draw_tickets:
        yield f"later you keep {_deal(new.draw_tickets)}"
    if new.longest_path_bonus != old.longest_path_bonus:
        yield _bonus(new.longest_path_bonus, "for the longest path")
    if new.globetrotter_bonus != old.globetrotter_bonus:
        yield _bonus(new.globetrotter_bonus, "for most tickets done")
    if new.substitutes_for_any_locomotive and not old.substitutes_for_any_locomotive:
        yield "cards of any kind stand for any locomotive of a ferry"
    if new.open_hands and not old.open_hands:
        yield "all hands lie open"
    if new.progress != old.progress:
        yield "the players have different tickets"


def _deal(deal: TicketDeal) -> str:
    return f"at least {deal.keep} of {deal.deal} tickets"


def _bonus(points: int, what: str) -> str:
    return f"{points} points {what}" if points else f"no points {what}"
