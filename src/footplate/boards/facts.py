"""A board's rules and routes in a few words each, for the command and the documentation."""

from __future__ import annotations

from footplate.boards.board import Board
from footplate.boards.parts import TicketDeal
from footplate.words import listed


def board_facts(board: Board) -> list[tuple[str, str]]:
    """The rules of a board as pairs of a heading and a phrase."""
    rules = board.rules
    facts = {
        "players": number_range(rules.players),
        "cities": str(len(board.cities)),
        "trains": f"{rules.trains} for each player",
        "train cards": f"{rules.cards_per_color} of each colour ({', '.join(board.colors)}), {_locomotives(board)}",
        "start": f"{rules.initial_cards} train cards, {_deal(rules.initial_tickets)}",
        "face up": f"{rules.face_up} cards" if rules.face_up else "none, cards are drawn blind",
        "drawing tickets": _deal(rules.draw_tickets),
        "points": ", ".join(f"length {length}: {points}" for length, points in rules.route_points.items()),
        "bonuses": _bonuses(board),
        "last round": "never" if rules.end_trains < 0 else f"when a player has {rules.end_trains} trains or fewer",
        **({"tunnels": f"{rules.tunnel_cards} cards are turned up"} if board.has_tunnels else {}),
        **({"cards drawn": "two at once, in one decision"} if rules.two_cards_at_once else {}),
        "double routes": f"both open from {rules.double_routes_min_players} players on",
        "ties": " then ".join(rules.tie_breaks).replace("_", " ") or "equal points are a draw",
        "hands": "open" if rules.open_hands else "hidden",
        "variants": ", ".join(board.variants) or "none",
    }
    return list(facts.items())


def _locomotives(board: Board) -> str:
    limit = board.rules.max_face_up_locomotives
    redeal = f" (new cards are turned up when {limit} lie face up)" if limit else ""
    kinds = {"tunnel": "tunnels", "ferry": "ferries"}
    only = " and ".join(kinds[kind] for kind in board.rules.locomotives_only_on)
    where = f", for {only} only" if only else ""
    draw = "" if board.rules.face_up_locomotive_is_whole_draw else ", taken face up like any other card"
    return f"{board.rules.locomotives or 'no'} locomotives{where}{draw}{redeal}"


def _bonuses(board: Board) -> str:
    rules, attractions = board.rules, sum(city.attraction for city in board.cities)
    bonuses = {
        f"{rules.longest_path_bonus} for the longest path": rules.longest_path_bonus,
        f"{rules.globetrotter_bonus} for the most completed tickets": rules.globetrotter_bonus,
        f"{rules.attraction_points} for each of {attractions} attractions reached": rules.attraction_points,
    }
    words = [text for text, points in bonuses.items() if points]
    if rules.stations:
        words.append(f"{rules.stations.points} for each of {len(rules.stations.costs)} stations not built")
    if rules.districts:
        words.append(f"{listed([d.points for d in rules.districts], 'or')} for connecting all cities of a district")
    if rules.grand_tour:
        numbers = range(1, len(rules.grand_tour) + 1)
        words.append(f"{listed(rules.grand_tour, 'or')} for {listed(numbers, 'or')} tickets with two separate ways")
    if rules.passengers:
        most, second = rules.passengers.most, rules.passengers.second
        words.append(f"{most} for most and {second} for second most passengers of each colour")
    return ", ".join(words) or "none"


def _deal(deal: TicketDeal) -> str:
    return f"{deal.deal} tickets dealt, {deal.keep} or more kept" if deal.deal else "no tickets dealt"


def kind_of_route(board: Board, index: int) -> str:
    """What is special about a route: parallel tracks, tunnel, locomotives; empty for a plain one."""
    route = board.routes[index]
    twins = len(board.tracks_beside(index))
    words = [
        "double" if twins == 2 else "triple" if twins == 3 else "",
        "tunnel" if route.tunnel else "",
        f"needs {route.locomotives} locomotives" if route.locomotives else "",
        f"{route.substitutes} of any kind for one" if route.substitutes else "",
    ]
    return ", ".join(word for word in words if word)


def number_range(bounds: tuple[int, int]) -> str:
    """ "2", or "2–5"."""
    low, high = bounds
    return str(low) if low == high else f"{low}–{high}"
