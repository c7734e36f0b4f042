"""A board's rules in plain words, with its own numbers: the help page, what routes cost, what variants change."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from footplate.boards import Board, ProgressRules, RaceRules, Route, Rules, TicketDeal
from footplate.sentences import cities, decay_words, number_word, passenger_gates, place_titles
from footplate.words import counted, listed

Section = dict[str, Any]  # a title, then "words", a "list" of things with a bold beginning, or a table of "points"


def section(title: str, words: str = "", **parts: Any) -> Section:
    return {"title": title, "words": words, "list": [], "points": [], **parts}


def item(words: str, lead: str = "") -> dict[str, str]:
    return {"lead": lead, "words": words}


def rules_view(board: Board) -> dict[str, Any]:
    """The rules by sections, and by route what it costs and earns."""
    if board.rules.progress:
        sections = _progress_game(board, board.rules.progress)
    elif board.rules.race:
        sections = _race_game(board, board.rules.race)
    else:
        sections = _ticket_game(board)
    return {"sections": sections, "costs": [cost_words(board, route) for route in board.routes]}


def cost_words(board: Board, route: Route) -> str:
    """ "2 trains, 2 points. Any one colour." """
    worth = counted(board.rules.route_points.get(route.length, 0), "point")
    colour = f"{route.color.capitalize()} cards." if route.color in board.colors else "Any one colour."
    earns = "" if board.rules.race or board.rules.progress else f", {worth}"
    return f"{counted(route.length, 'train')}{earns}. {colour}{_more_of_a_route(board, route)}"


def _more_of_a_route(board: Board, route: Route) -> str:
    words = ""
    if route.locomotives:
        instead = f", or {route.substitutes} cards of any kind for each" if route.substitutes else ""
        words = f" At least {counted(route.locomotives, 'locomotive')}{instead}."
        if instead and board.rules.substitutes_for_any_locomotive:
            words += f" So {counted(route.substitutes, 'card')} may stand for a coloured card, too."
    elif route.substitutes:
        words = f" Any {counted(route.substitutes, 'card')} may stand for one of the colour."
    if route.tunnel:
        words += f" A tunnel: {counted(board.rules.tunnel_cards, 'card')} turned up may ask for more."
    return words


def _ticket_game(board: Board) -> list[Section]:
    rules = board.rules
    first = rules.initial_tickets
    return [
        section(
            "The aim",
            "Collect cards, claim routes with your trains, and connect the cities on your tickets. "
            "Most points at the end win.",
        ),
        section(
            "The start",
            f"{_pieces(board)}, and is offered {number_word(first.deal)} tickets, of which at least "
            f"{number_word(first.keep)} must be kept. Nobody sees the tickets of the others.",
        ),
        section("Your turn", f"Do one of {number_word(len(_choices(board)))} things:", list=_choices(board)),
        section("Points for routes", points=sorted(rules.route_points.items())),
        _doubles(board),
        *([section("Tunnels", _tunnels(rules))] if board.has_tunnels else []),
        section(
            "Tickets",
            "A ticket names two cities. Connect them with your own trains, by any way and in any order. At the end a "
            "connected ticket adds its points; an open one takes them away.",
        ),
        *_stations(board),
        *_countries(board),
        *_passengers(board),
        section(
            "The end",
            f"When somebody ends a turn with {counted(rules.end_trains, 'train')} or fewer, everybody has one more "
            f"turn, that player too. Then tickets{' and bonuses' if rules.longest_path_bonus else ''} are counted.",
        ),
        section("Points at the end", list=[item(words) for words in _final_points(board)]),
    ]


def _pieces(board: Board) -> str:
    return f"Everybody has {counted(board.rules.trains, 'train')} and {counted(board.rules.initial_cards, 'card')}"


def _choices(board: Board) -> list[dict[str, str]]:
    rules, later = board.rules, board.rules.draw_tickets
    draw = [f"Take any of the {number_word(rules.face_up)} that lie face up, or draw blind from the deck."]
    if rules.two_cards_at_once:
        draw.append("Choose both at once: the first is not replaced before you have the second.")
    if rules.locomotives:
        only = f", but on {places} only" if (places := locomotive_places(rules)) else ""
        draw += [f"A locomotive stands for any card{only}.", _locomotive_draws(rules)]
    if rules.max_face_up_locomotives:
        most = number_word(rules.max_face_up_locomotives)
        draw.append(f"When {most} locomotives lie open, the market is dealt again.")
    claim = (
        "Pay as many cards as it has spaces: of its colour, or of any one colour if it is grey. "
        "Put a train on each space and get the points at once."
    )
    choices = [item(" ".join(draw), "Draw two cards."), item(claim + _ferries(board), "Claim a route.")]
    if later.deal:
        looked = f"Look at {number_word(later.deal)} and keep at least {number_word(later.keep)}."
        back = "leave the game" if rules.rejected == "out" else "go under the pile"
        choices.append(item(f"{looked} Those you put back {back}.", "Take tickets."))
    if rules.stations:
        choices.append(item("One in a turn, in a city without one.", "Build a station."))
    return choices


def locomotive_places(rules: Rules) -> str:
    """ "tunnels and ferries", where locomotives count on these alone; empty where they count everywhere."""
    plurals = {"tunnel": "tunnels", "ferry": "ferries"}
    return listed([plurals[kind] for kind in rules.locomotives_only_on]) if rules.locomotives_only_on else ""


def _locomotive_draws(rules: Rules) -> str:
    if not rules.face_up_locomotive_is_whole_draw:
        return "It is taken like any other card, face up or blind."
    return (
        "Taken face up it is your whole turn, and it can't be your second card; "
        "drawn blind it is a card like any other."
    )


def _ferries(board: Board) -> str:
    words = " A ferry needs the locomotives that are drawn on it." if any(board.route_columns.locomotives) else ""
    for number in sorted({route.substitutes for route in board.routes if route.locomotives and route.substitutes}):
        stand_for = "any locomotive there" if board.rules.substitutes_for_any_locomotive else "one of them"
        words += f" Any {number_word(number)} cards may stand for {stand_for}."
    for route in board.routes:
        if route.substitutes and not route.locomotives:
            cards = f"any {number_word(route.substitutes)} cards may stand for one of the colour"
            words += f" On {cities(route, board)} {cards}."
    return words


def _tunnels(rules: Rules) -> str:
    turned_up = counted(rules.tunnel_cards, "card")
    return (
        f"When you claim one, show your cards for it. Then {turned_up} of the deck are turned up: each of your colour "
        "and each locomotive asks for one card more, of your colour or a locomotive. Pay, or take your cards back; "
        "then your turn is over. Who showed locomotives alone is asked for locomotives only, and only by them."
    )


def _final_points(board: Board) -> list[str]:
    rules = board.rules
    lines = ["Your routes: counted already.", "Tickets done: plus their points. Tickets open: minus their points."]
    if rules.longest_path_bonus:
        lines.append(
            f"The longest continuous path: {rules.longest_path_bonus} points. It may pass a city twice, but no route "
            "twice. If several have it, each gets the points."
        )
    if rules.globetrotter_bonus:
        lines.append(f"Most tickets done: {rules.globetrotter_bonus} points.")
    if any(city.attraction for city in board.cities):
        each = counted(rules.attraction_points, "point")
        lines.append(f"Attractions (cities with a star): {each} for each that one of your routes touches.")
    if rules.stations:
        lines.append(f"Stations not built: {counted(rules.stations.points, 'point')} each.")
    if rules.districts:
        lines.append("Districts: the points of each whose cities your routes connect, by any way.")
    if rules.grand_tour:
        lines.append(f"Grand tour: {_grand_tour(rules.grand_tour)}.")
    if rules.passengers:
        most, second = rules.passengers.most, rules.passengers.second
        lines.append(
            f"Passengers: for each colour {most} points for most and {second} for second most. If several have "
            "most, each gets the points and there is no second."
        )
    return [*lines, _ties(rules.tie_breaks)]


def _grand_tour(points: tuple[int, ...]) -> str:
    """ "tickets that two ways without a common route complete: 5 points for 1, 10 for 2 or more"."""
    numbers = [f"{value} for {n}" for n, value in enumerate(points, 1)]
    numbers[0] = f"{counted(points[0], 'point')} for 1"
    return f"tickets that two ways without a common route complete: {', '.join(numbers)} or more"


_TIES = {
    "tickets": "more tickets done",
    "longest_path": "the longer path",
    "fewest_stations": "fewer stations used",
    "passengers": "more passengers",
}


def _ties(tie_breaks: tuple[str, ...]) -> str:
    if not tie_breaks:
        return "Equal points are a draw."
    first, *then = [_TIES[name] for name in tie_breaks]
    verb = "wins" if tie_breaks[0] == "longest_path" else "win"
    return f"Equal points: {'; then '.join([f'{first} {verb}', *then])}."


def _doubles(board: Board) -> Section:
    least = board.rules.double_routes_min_players
    if len({route.pair for route in board.routes}) == len(board.routes):
        return section("Double routes", "This board has none.")
    own = "One player may own both tracks." if board.rules.own_both_tracks else "Nobody owns both tracks."
    closes = f" With fewer than {number_word(least)} players, the second track closes as soon as the first is claimed."
    return section("Double routes", own + (closes if least > 2 else ""))


def _progress_game(board: Board, rules: ProgressRules) -> list[Section]:
    tickets = "given tickets" if rules.given else "tickets, dealt by chance, which nobody else sees"
    return [
        section(
            "The aim",
            f"This is a research game: a race. Everybody has two {tickets}. Connect their cities early.",
        ),
        section("The start", f"{_pieces(board)}."),
        section(
            "Your turn",
            list=[
                item("blind from the deck. Nothing lies face up, and there are no locomotives.", "Draw two cards"),
                item("with as many cards of its colour as it has spaces; grey takes any one colour.", "Claim a route"),
            ],
        ),
        _doubles(board),
        section(
            "The end",
            "The game ends when somebody has finished both tickets, or when the deck is empty after a turn.",
        ),
        section(
            "Points",
            f"{decay_words(rules)} The larger sum wins. Routes and tickets have no points of their own.",
        ),
    ]


# ---------------------------------------------------------------- rules that only some boards have


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


def _race_game(board: Board, race: RaceRules) -> list[Section]:
    goal, names = number_word(race.tickets), place_titles(board)
    west, east = (listed([names[city] for city in coast], "or") for coast in race.coasts)
    sections = [
        section("The aim", f"Be the first to finish {goal} tickets. There are no points."),
        section("The start", f"{_pieces(board)}, and {number_word(board.rules.initial_tickets.deal)} tickets."),
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
        _doubles(board),
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


# ---------------------------------------------------------------- what variants change


def variant_facts(board: Board) -> list[dict[str, Any]]:
    """Name, title, summary and the figures of every variant of a board."""
    return [_variant(board, name) for name in board.variants]


def _variant(board: Board, name: str) -> dict[str, Any]:
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
        is_private = new.progress is not None and not new.progress.given
        yield "nobody sees the others' tickets" if is_private else "the players have different tickets"
    if new.players != old.players:
        least, most = map(number_word, new.players)
        yield f"for {least} to {most} players"


def _deal(deal: TicketDeal) -> str:
    return f"at least {deal.keep} of {deal.deal} tickets"


def _bonus(points: int, what: str) -> str:
    return f"{points} points {what}" if points else f"no points {what}"
