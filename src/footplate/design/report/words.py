"""What an evaluation means, in sentences: the same in the terminal and on the page."""

from __future__ import annotations

from footplate.arena.statistics import Estimate
from footplate.boards import Board
from footplate.boards.limits import GREY
from footplate.design.evaluation.evaluation import Evaluation
from footplate.design.evaluation.figures import traits_of
from footplate.maps.route_use import DEAD
from footplate.sentences import place_titles

_NEAR = 0.05  # a distance that is nearly on target
_SKEWED = 1.5  # how much more one colour is built than another before it is worth a sentence
_NUMBERS = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten")


def headline(evaluation: Evaluation) -> str:
    """Whether the agents win as often as they should, and who is furthest from it."""
    play, target = evaluation.play, evaluation.target
    shares = play.win_shares
    is_even = len(set(target)) == 1
    good = "Even" if is_even else "On target"
    may_be = all(share.low <= target <= share.high for share, target in zip(shares, target, strict=True))
    if evaluation.distance.mean <= _NEAR:
        start = good if may_be else f"Nearly {good.lower()}"
    elif may_be:
        start = "Too few games to tell"
    else:
        start = "Uneven" if is_even else "Off target"
    gaps = [share.mean - target for share, target in zip(shares, target, strict=True)]
    most, least = gaps.index(max(gaps)), gaps.index(min(gaps))
    words = f"{start}: {play.agents[most]} wins {_of_100(shares[most])} of 100"
    return words if start == good else f"{words}, {play.agents[least]} {_of_100(shares[least])}"


def _of_100(share: Estimate) -> str:
    return f"{100 * share.mean:.0f}"


def summary(evaluation: Evaluation, before: Evaluation | None = None) -> str:
    """What follows the headline: what has become of the distance, who begins, and what is left to do."""
    words = []
    if before:
        words.append(f"Distance from the target {evaluation.distance.mean:.3f}, before {before.distance.mean:.3f}.")
    words.append(advantage_words(evaluation))
    if dead := evaluation.dead:
        words.append(f"{_count(len(dead), 'route')} almost never built.")
    if unusual := [str(trait) for trait in traits_of(evaluation.board) if not trait.is_usual]:
        words.append(f"Unlike published boards: {unusual[0]}{', and more' if unusual[1:] else ''}.")
    return " ".join(words)


def _count(n: int, what: str) -> str:
    return f"{_NUMBERS[n] if n < len(_NUMBERS) else n} {what}{'s are' if n != 1 else ' is'}"


def advantage_words(evaluation: Evaluation) -> str:
    gain = evaluation.play.advantage
    ends = f"{100 * gain.low:+.1f} to {100 * gain.high:+.1f}".replace("-", "−")
    if gain.low <= 0 <= gain.high:
        return f"Who begins has no advantage that can be shown ({ends} points of win share)."
    better = "more" if gain.mean > 0 else "less"
    return f"Who begins wins {abs(100 * gain.mean):.1f} points {better} than an even share ({ends})."


def route_name(board: Board, route: int) -> str:
    """As the map writes it, with its track where there are several."""
    titles = place_titles(board)
    ends, parallel = board.routes[route], board.tracks_beside(route)
    track = f" ({('1st', '2nd', '3rd', '4th')[parallel.index(route)]} track)" if len(parallel) > 1 else ""
    return f"{titles[ends.a]} – {titles[ends.b]}{track}"


def contested_cities(evaluation: Evaluation) -> list[tuple[str, float]]:
    """Cities as the map writes them, without the gates of countries, with the share in which several built to them."""
    board, titles = evaluation.board, place_titles(evaluation.board)
    gates = {gate for country in board.rules.countries for gate in country.cities}
    found = zip(board.cities, evaluation.contested, strict=True)
    return [(titles[city.name], share) for city, share in found if city.name not in gates]


def advice(evaluation: Evaluation) -> list[str]:
    """What a designer may try next."""
    board, found = evaluation.board, []
    for route in evaluation.dead:
        twins = board.tracks_beside(route)
        if len(twins) > 1 and any(evaluation.routes[twin] >= DEAD for twin in twins):
            found.append(f"Drop a track of {route_name(board, twins[0]).partition(' (')[0]}; one is enough.")
        elif board.routes[route].length > 1:
            found.append(f"Shorten {route_name(board, route)}, or run a ticket through it.")
        else:
            found.append(f"Run a ticket through {route_name(board, route)}, or drop it.")
    colours = sorted((share, colour) for colour, share in evaluation.colors.items() if colour != GREY)
    (least, rare), (most, common) = colours[0], colours[-1]
    if most > _SKEWED * least:
        found.append(
            f"{100 * most:.0f} % of the {common} spaces are built, but only {100 * least:.0f} % of the {rare} ones: "
            f"make a {rare} route shorter, or run tickets through it."
        )
    return found
