"""The designer's report: one page that stands alone, light or dark as its reader likes, with a board or two on it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape

from footplate.arena.pages import css_variables, figure, folded, html_table, page_html, section
from footplate.arena.statistics import Estimate
from footplate.boards import Board, board_title
from footplate.boards.limits import COLOURS, GREY
from footplate.charts import Share, draw_advantage, draw_arc, draw_shares
from footplate.design.evaluation.arc import Arc
from footplate.design.evaluation.evaluation import Evaluation
from footplate.design.report.changes import Change, changes_between
from footplate.design.report.tables import board_tables
from footplate.design.report.words import advantage_words, advice, contested_cities, headline, route_name, summary
from footplate.maps.draw import Highlight, draw_board
from footplate.maps.route_use import DEAD, draw_route_use
from footplate.maps.theme import DARK, DISPLAY_FACE, FIGURES_FACE, LIGHT
from footplate.version import __version__

_SHOWN = 6  # changes that are numbered on the map; the rest is folded
_CITIES = 5
_VARIABLES = (
    *("panel", "panel-2", "rule", "rule-strong", "ink", "ink-2", "on-enamel", "enamel", "enamel-line", "enamel-tint"),
    *("signal", "signal-text", "good", "good-tint", "land", *COLOURS, GREY, *(f"{colour}-on" for colour in COLOURS)),
    "slot-edge",
)
_STYLE = f"""
:root {{ color-scheme: light; {css_variables(LIGHT, _VARIABLES)} }}
main {{ max-width: 1228px; padding: 22px 26px 48px; }}
.row {{ display: grid; gap: 0 28px; border-top: 1px solid var(--rule); margin-top: 22px; }}
.three {{ grid-template-columns: 5fr 5fr 2.7fr; }} .two {{ grid-template-columns: 1.72fr 1fr; }}
.even {{ grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); }}
.four {{ grid-template-columns: repeat(4, minmax(0, 1fr)); }} .one {{ grid-template-columns: minmax(0, 1fr); }}
.row > * {{ min-width: 0; }} .row .head {{ margin: 14px 0 8px; }}
.sub {{ max-width: none; }} .lead {{ font: 700 17px/1.3 {DISPLAY_FACE}; margin: 0; }} p {{ margin: 4px 0 8px; }}
ol, .list {{ list-style: none; margin: 0; padding: 0; }}
ol li, .list li {{ border-top: 1px solid var(--rule); padding: 7px 0; }}
ol li {{ display: grid; grid-template-columns: 30px 1fr; }} ol small {{ display: block; }}
.disc {{ width: 21px; height: 21px; border-radius: 50%; background: var(--enamel); color: var(--on-enamel);
  font: 700 12px/21px {DISPLAY_FACE}; text-align: center; }}
.list li {{ display: flex; gap: 10px; align-items: center; padding: 5px 0; }}
.list b, ol b {{ font-family: {DISPLAY_FACE}; }}
.list .n {{ font: 600 14px {FIGURES_FACE}; margin-left: auto; }}
.bar {{ flex: 1; height: 5px; border-radius: 3px; background: var(--panel-2); }}
.bar i {{ display: block; height: 5px; border-radius: 3px; background: var(--enamel-line); }}
.dash {{ width: 30px; border-top: 2px dashed var(--signal); }}
.key {{ font-size: 13px; color: var(--ink-2); }} .key svg {{ display: inline; vertical-align: -3px; }}
table {{ width: 100%; }} th, td {{ padding: 2px 8px; border-bottom-color: var(--rule); }} td {{ font-size: 14px; }}
th {{ vertical-align: bottom; }} .wide {{ font-size: 14px; }}
tr.own td {{ background: var(--enamel-tint); font-weight: 700; }} td u {{ text-decoration-thickness: 2px; }}
.out {{ color: var(--signal-text); font-weight: 700; }} .night {{ display: none; }}
@media screen and (max-width: 900px) {{ .row {{ grid-template-columns: minmax(0, 1fr) !important; }} }}
@media screen and (prefers-color-scheme: dark) {{
  :root {{ color-scheme: dark; {css_variables(DARK, _VARIABLES)} }}
  .day {{ display: none; }} .night {{ display: block; }}
}}
@media print {{ @page {{ size: A4; margin: 9mm; }} main {{ max-width: none; padding: 0; zoom: .58; }}
  .row {{ break-inside: avoid; margin-top: 12px; }} details {{ display: none; }} }}
"""


def report_html(now: Evaluation, before: Evaluation | None = None) -> str:
    """The page on an evaluation; with one from ``before`` on what has changed since."""
    play = now.play
    games = f"{play.games:,} games" + (f", before {before.play.games:,}" if before else "")
    facts = f"{board_title(now.board)}, {games}: {', '.join(play.agents)}"
    body = _maps(now, before) + _charts(now, before) + _use(now) + board_tables(now, before) + _held_out(now)
    return page_html("Designer’s report", facts, headline(now), summary(now, before), body + _method(now), _STYLE)


def _row(kind: str, *columns: str) -> str:
    return f'<div class="row {kind}">{"".join(f"<div>{column}</div>" for column in columns)}</div>'


# ---- the map, before and after ---------------------------------------------------------------------------------


def _maps(now: Evaluation, before: Evaluation | None) -> str:
    if before is None:
        return _row("one", section("The board", _size(now.board), _map(now.board, {}, width=1180, names=True)))
    changes = changes_between(before.board, now.board)
    shown = changes[:_SHOWN]
    marks = {change.route: str(n) for n, change in enumerate(shown, start=1) if change.route is not None}
    amount = f"{len(changes)} changes" if changes else _size(now.board)
    return _row(
        "three",
        section("Before", board_title(before.board), _map(before.board, {})),
        section("After", amount, _map(now.board, marks)),
        section("Changes", "", _changes(shown, changes[_SHOWN:])),
    )


def _size(board: Board) -> str:
    return f"{len(board.cities)} cities, {len(board.routes)} routes, {len(board.tickets)} tickets"


def _map(board: Board, marks: Mapping[int, str], *, width: float = 500, names: bool = False) -> str:
    lit = Highlight(routes=list(marks), marks=marks)
    day = draw_board(board, width=width, theme="light", highlight=lit, names=names)
    night = draw_board(board, width=width, theme="dark", highlight=lit, names=names)
    return _day_and_night(day, night)


def _day_and_night(day: str, night: str) -> str:
    return f'<div class="map"><div class="day">{day}</div><div class="night">{night}</div></div>'


def _changes(shown: Sequence[Change], more: Sequence[Change]) -> str:
    if not shown:
        return "<p>A board of its own: no route can be compared.</p>"
    items = "".join(
        f'<li><span class="disc">{n}</span><span><b>{escape(change.what)}</b><small>{escape(change.how)}</small></span>'
        "</li>"
        for n, change in enumerate(shown, start=1)
    )
    rest = html_table(["route or ticket", "change"], [[change.what, change.how] for change in more])
    return f"<ol>{items}</ol>" + (folded(f"{len(more)} more", rest) if more else "")


# ---- who wins, and how a game goes -----------------------------------------------------------------------------


def _charts(now: Evaluation, before: Evaluation | None) -> str:
    play, then = now.play, before.play if before else None
    same = then if then and then.agents == play.agents else None
    by_agent = _shares(play.agents, now.target, play.win_shares, same.win_shares if same else None)
    seats = [f"Seat {n}" for n in range(1, play.players + 1)]
    even = [1 / play.players] * play.players
    by_seat = _shares(seats, even, play.seat_shares, same.seat_shares if same else None)
    gain, old = _percents(play.advantage), _percents(same.advantage) if same else None
    from_old = f", from {old.mean:+.1f}" if old else ""
    words = f"{gain.mean:+.1f}{from_old}".replace("-", "−")
    advantage = f'<p class="lead">{words}</p><p>{escape(advantage_words(now))}</p>'
    rows = [[s.name, f"{s.target:.1f}", figure(s.now), figure(s.before)] for s in (*by_agent, *by_seat)]
    table = folded("As a table", html_table(["who", "target %", "wins %", "before %"], rows))
    target = "target ± 2, in %"
    arc_words = f"Band: middle half of the players. Most to choose from at turn {now.arc.peak}"
    arc_words += f", before at {before.arc.peak}." if before else "."
    return _row(
        "four",
        section("Win share by agent", target, draw_shares(by_agent, headline(now))) + _key(same is not None) + table,
        section("Win share by seat", target, draw_shares(by_seat, advantage_words(now))) + _key(same is not None),
        section("First player’s advantage", "in points", advantage)
        + draw_advantage(gain, old, advantage_words(now))
        + _facts(now, before),
        section("Game arc", "routes a player could claim", draw_arc(now.arc, before.arc if before else None, arc_words))
        + f'<p class="key">{escape(arc_words)}</p>'
        + folded("As a table", _arc_table(now.arc)),
    )


def _arc_table(arc: Arc) -> str:
    rows = zip(arc.low, arc.middle, arc.high, strict=True)
    cells = [[str(turn), *(f"{value:g}" for value in row)] for turn, row in enumerate(rows, start=1)]
    return html_table(["turn", "a quarter below", "median", "a quarter above"], cells)


def _shares(
    names: Sequence[str], targets: Sequence[float], now: Sequence[Estimate], before: Sequence[Estimate] | None
) -> list[Share]:
    return [
        Share(name, 100 * target, _percents(now[i]), _percents(before[i]) if before else None)
        for i, (name, target) in enumerate(zip(names, targets, strict=True))
    ]


def _percents(share: Estimate) -> Estimate:
    return Estimate(100 * share.mean, 100 * share.low, 100 * share.high)


def _key(has_before: bool) -> str:
    def sign(fill: str, colour: str) -> str:
        return (
            f'<svg width="34" height="14" aria-hidden="true"><path d="M2 7h30" stroke="var(--{colour})" '
            f'stroke-width="2"/><circle cx="17" cy="7" r="4.4" fill="var(--{fill})" stroke="var(--{colour})" '
            'stroke-width="1.8"/></svg>'
        )

    signs = f"{sign('panel', 'ink-2')} before {sign('enamel-line', 'enamel-line')} after; " if has_before else ""
    return f'<p class="key">{signs}lines: 95 % intervals</p>'


def _facts(now: Evaluation, before: Evaluation | None) -> str:
    plays = [now.play, *([before.play] if before else [])]
    rows = [["turns of a player", *(f"{play.turns.mean:.1f}" for play in plays)]]
    if not now.board.rules.race:
        rows.append(["lead changes", *(f"{play.lead_changes.mean:.1f}" for play in plays)])
    rows.append(["tickets done, %", *(f"{100 * play.completion.mean:.1f}" for play in plays)])
    return html_table(["a game", "now" if before else "", *(["before"] if before else [])], rows)


# ---- what is wanted --------------------------------------------------------------------------------------------


def _use(now: Evaluation) -> str:
    board = now.board
    day, night = (draw_route_use(board, now.routes, width=868, theme=theme) for theme in ("light", "dark"))
    order = sorted(range(len(board.routes)), key=lambda route: -now.routes[route])
    table = html_table(
        ["route", "colour", "length", "claimed"],
        [
            [route_name(board, r), board.routes[r].color, str(board.routes[r].length), f"{100 * now.routes[r]:.0f} %"]
            for r in order
        ],
    )
    cities = sorted(contested_cities(now), key=lambda city: -city[1])
    least = ", ".join(f"{name} {100 * share:.0f} %" for name, share in cities[:-4:-1])
    colours = sorted(now.colors, key=lambda colour: -now.colors[colour])
    dead = "".join(
        f'<li><span class="dash"></span><b>{escape(route_name(board, route))}</b>'
        f'<span class="n">{100 * now.routes[route]:.1f} %</span></li>'
        for route in now.dead
    )
    hints = "".join(f"<p>{escape(sentence)}</p>" for sentence in advice(now)) or "<p>Nothing stands out.</p>"
    return _row(
        "two",
        section("Route use", "share of games in which someone claimed it", _day_and_night(day, night))
        + folded("The routes as a table", table),
        section(
            "Most contested cities",
            "built to by two or more",
            _bars(cities[:_CITIES]),
        )
        + f'<p class="key">Least: {escape(least)}</p>'
        + section(
            "Colours", "share of their spaces that is built", _bars((colour, now.colors[colour]) for colour in colours)
        )
        + section(
            "Dead routes", f"under {100 * DEAD:.0f} % of games", f'<ul class="list">{dead}</ul>' if dead else "None."
        )
        + section("Advice", "", hints),
    )


def _bars(items: Iterable[tuple[str, float]]) -> str:
    rows = "".join(
        f'<li><b style="width:9em">{escape(name)}</b><span class="bar"><i style="width:{100 * share:.0f}%"></i></span>'
        f'<span class="n">{100 * share:.0f} %</span></li>'
        for name, share in items
    )
    return f'<ul class="list">{rows}</ul>'


# ---- held-out opponents, and how it was measured ---------------------------------------------------------------


def _held_out(now: Evaluation) -> str:
    parts = []
    for met in now.held_out:
        rows = [[v.name, figure(v.value, 2), f"{v.low:.2f} to {v.high:.2f}", v.verdict] for v in met.verdicts]
        table = html_table(["figure", "here (95 %)", f"range of {', '.join(met.published)}", "verdict"], rows)
        parts.append(section(f"Held-out: {met.agent}", f"{met.words}; {met.here.games:,} games on each board", table))
    return _row("one", *parts) if parts else ""


def _method(now: Evaluation) -> str:
    play = now.play
    sentences = [
        "On every deal each pair of agents sits once in each pair of seats; a draw of n counts 1/n for each. Intervals "
        "cover 95 %; the unit is the deal.",
        f"Distance from the target by the formula of Smith & Anton 2022: {figure(now.distance, 3)}.",
        f"footplate {__version__}, rules {now.board.rules_hash}, seed {play.seed}",
    ]
    listed = "".join(f"<li>{escape(sentence)}</li>" for sentence in sentences)
    command = f"<li><code>{escape(now.command)}</code></li>" if now.command else ""
    return _row("one", f'<div class="head"><h2>To repeat it</h2></div><ul>{listed}{command}</ul>')
