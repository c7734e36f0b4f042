"""What a tournament leaves for people: report.html with its heat map, result.json, heat-map.svg and the games."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path

from footplate.arena.deals import games_per_deal
from footplate.arena.export import export_games
from footplate.arena.pages import css_variables, document, figure, html_table
from footplate.arena.sequential import LEVEL
from footplate.arena.standings import Standing, TableResult, TournamentResult
from footplate.arena.statistics import Estimate
from footplate.arena.storage import TournamentFolder
from footplate.files import write_whole
from footplate.maps.theme import DARK, DISPLAY_FACE, FIGURES_FACE, LIGHT, TEXT_FACE, mix
from footplate.version import __version__

_CELL, _NAME, _LETTER, _GAP = 60, 13, 7.4, 10  # pixels


def heat_map(names: Sequence[str], cells: Sequence[Sequence[Estimate | None]], even: float) -> str:
    """Row against column; ``even`` is the share of one among equals. Rows and columns in the order given."""
    n = len(names)
    left = max(len(name) for name in names) * _LETTER + 2 * _GAP
    top = max(len(name) for name in names) * _LETTER * 0.75 + 2 * _GAP
    width, height = left + n * _CELL + 0.75 * top, top + n * _CELL + _GAP
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" '
        f'height="{height:.0f}" role="img" aria-label="Win rates, row against column" '
        f'font-family="{escape(TEXT_FACE)}" font-size="{_NAME}">',
        f'<rect width="100%" height="100%" fill="{LIGHT["panel"]}"/>',
    ]
    for i, name in enumerate(names):
        middle = i * _CELL + _CELL / 2
        parts.append(
            f'<text x="{left - _GAP:.1f}" y="{top + middle + 4:.1f}" text-anchor="end" fill="{LIGHT["ink"]}">'
            f"{escape(name)}</text>"
            f'<text transform="translate({left + middle + 4:.1f} {top - _GAP:.1f}) rotate(-50)" '
            f'fill="{LIGHT["ink"]}">{escape(name)}</text>'
        )
        for j, cell in enumerate(cells[i]):
            title = f"{name} against {names[j]}"
            parts.append(_cell(left + j * _CELL, top + i * _CELL, cell, even, title))
    parts.append("</svg>")
    return "".join(parts)


def _cell(x: float, y: float, cell: Estimate | None, even: float, title: str) -> str:
    fill, ink = cell_colours(cell.mean, even) if cell else (LIGHT["land"], LIGHT["ink-2"])
    box = f'<rect x="{x:.1f}" y="{y:.1f}" width="{_CELL - 2}" height="{_CELL - 2}" rx="3" fill="{fill}"/>'
    if cell is None:
        return box
    middle = (_CELL - 2) / 2
    figures = f'text-anchor="middle" font-family="{escape(FIGURES_FACE)}" fill="{ink}"'
    interval = f"{100 * cell.low:.1f}–{100 * cell.high:.1f}"
    return (
        f"<g><title>{escape(title)}: {cell.percent()}</title>{box}"
        f'<text x="{x + middle:.1f}" y="{y + middle + 2:.1f}" font-size="14" {figures}>{100 * cell.mean:.1f}</text>'
        f'<text x="{x + middle:.1f}" y="{y + middle + 14:.1f}" font-size="9" {figures}>{interval}</text></g>'
    )


def cell_colours(share: float, even: float) -> tuple[str, str]:
    """(fill, ink) for a share: full enamel for 1, full red for 0, paper for an even share."""
    strength = (share - even) / (1 - even) if share >= even else (even - share) / even
    full = LIGHT["enamel"] if share >= even else LIGHT["red"]
    fill = mix(LIGHT["city"], full, 0.92 * strength)
    return fill, max(LIGHT["on-enamel"], LIGHT["ink"], key=lambda ink: contrast(ink, fill))


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours, as the web's guidelines define it: 1 to 21."""
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


_STYLE = f"""
body {{ margin: 0; background: var(--land); color: var(--ink); font: 15px/1.45 {TEXT_FACE}; }}
header {{ background: var(--enamel); color: var(--on-enamel); padding: 20px 32px; }}
h1, h2 {{ font-family: {DISPLAY_FACE}; font-weight: 700; line-height: 1.15; margin: 0; }}
h1 {{ font-size: 30px; }} h2 {{ font-size: 21px; margin: 32px 0 10px; }}
header p {{ margin: 6px 0 0; }}
main {{ max-width: 1080px; margin: 0 auto; padding: 0 32px 48px; }}
.wide {{ overflow-x: auto; }}
table {{ border-collapse: collapse; background: var(--panel); }}
th, td {{ padding: 5px 12px; border-bottom: 1px solid var(--rule-strong); text-align: right; white-space: nowrap; }}
td {{ font-family: {FIGURES_FACE}; font-variant-numeric: tabular-nums; }}
th {{ font-size: 12px; color: var(--ink-2); font-weight: 600; }}
th:first-child, td:first-child, td.name {{ text-align: left; font-family: inherit; }}
td.name {{ font-weight: 600; }}
p, li {{ max-width: 72ch; }}
svg {{ max-width: 100%; height: auto; border: 1px solid var(--rule-strong); border-radius: 5px; }}
small {{ color: var(--ink-2); }}
"""


def write_report(result: TournamentResult, folder: TournamentFolder) -> list[Path]:
    """Write all files; returns them, the report first."""
    picture = _picture(result)
    texts = {
        "report.html": report_html(result, picture),
        "result.json": json.dumps(result.to_dict(), indent=2, ensure_ascii=False) + "\n",
        "heat-map.svg": picture + "\n",
    }
    games = export_games(result.settings, folder)
    for name, text in texts.items():
        write_whole(folder.path / name, text.encode())
    return [*(folder.path / name for name in texts), *games]


def _picture(result: TournamentResult) -> str:
    """Best agents first, so that the green is above the diagonal."""
    order = [standing.number for standing in result.standings]
    cells = [[result.matrix[a][b] for b in order] for a in order]
    return heat_map([result.settings.agents[a] for a in order], cells, 1 / result.settings.players)


def report_html(result: TournamentResult, picture: str) -> str:
    settings = result.settings
    title = f"{len(settings.agents)} agents on {settings.board.name}"
    facts = f"{result.games:,} games at {len(settings.tables)} tables of {settings.players}, seed {settings.seed}"
    sections = [
        ("Standings", _standings(result)),
        ("Win rates, row against column", _about_cells(result) + f'<div class="wide">{picture}</div>'),
        ("The first seat", _first_seat(result)),
        *([("How they play", _play(result))] if settings.metrics else []),
        ("All tables", _tables(result)),
        ("How it was measured", _method(result)),
    ]
    body = "".join(f"<h2>{escape(heading)}</h2>{content}" for heading, content in sections)
    dark = f"@media (prefers-color-scheme: dark) {{ :root {{ {css_variables(DARK)} }} }}"
    style = f":root {{ {css_variables(LIGHT)} }}{dark}{_STYLE}"
    return document(title, style, f"<header><h1>{escape(title)}</h1><p>{escape(facts)}</p></header><main>{body}</main>")


def saved_words(result: TournamentResult) -> str:
    """By what factor taking luck out saves games, over the tables."""
    ratios = sorted(table.less_luck.saved_wins for table in result.tables if table.less_luck)
    middle = ratios[len(ratios) // 2]
    return f"As certain as {middle:.2f} times as many plain games (the middle one of {len(ratios)} tables)."


def _standings(result: TournamentResult) -> str:
    def row(s: Standing) -> list[str]:
        score, less = figure(s.mean_score, 2), [s.less_luck.percent()] if s.less_luck else []
        return [s.agent, figure(s.elo, 0), s.win_rate.percent(), *less, score, figure(s.openskill), f"{s.games:,}"]

    note = "" if result.standings[0].openskill else "<p><small>No OpenSkill: the package is not installed.</small></p>"
    less = ["win rate less luck"] if result.settings.reduce_luck else []
    head = ["agent", "Elo", "win rate", *less, "mean score", "OpenSkill", "games"]
    return html_table(head, [row(standing) for standing in result.standings]) + note


def _about_cells(result: TournamentResult) -> str:
    players = result.settings.players
    where = "" if players == 2 else f" at the tables where the other one sits too; {100 / players:.1f} is even"
    return f"<p>The row's share of wins{where}, in per cent, with its 95 % interval.</p>"


def _first_seat(result: TournamentResult) -> str:
    rate, even = result.first_seat_win_rate.percent(), 100 / result.settings.players
    return f"<p>Whoever begins wins {rate}; it would be {even:.1f} % if seats did not matter.</p>"


def _play(result: TournamentResult) -> str:
    longest = max(len(s.play.routes_by_length) for s in result.standings if s.play)
    head = ["agent", "tickets done", "tickets held", "blocks", *(f"routes of {n}" for n in range(1, longest + 1))]
    rows = []
    for s in result.standings:
        if s.play:
            figures = (s.play.tickets_done, s.play.tickets_held, s.play.blocks)
            rows.append([s.agent, *(figure(x, 2) for x in figures), *(f"{x:.2f}" for x in s.play.routes_by_length)])
    turns, changes = figure(result.turns), figure(result.lead_changes, 2)
    return f"<p>A game has {turns} turns and {changes} changes of the lead.</p>" + html_table(head, rows)


def _tables(result: TournamentResult) -> str:
    def rows(table: TableResult) -> Iterable[list[str]]:
        for i, agent in enumerate(table.agents):
            others = ", ".join(other.agent for j, other in enumerate(table.agents) if j != i)
            record = f"{agent.wins:,} – {agent.draws:,} – {agent.losses:,}"
            best = "yes" if table.best == i else ""
            first = table.first_seat_win_rate.percent() if i == 0 else ""
            rate, score = agent.win_rate.percent(), figure(agent.mean_score, 2)
            yield [agent.agent, others, f"{table.games:,}" if i == 0 else "", record, rate, score, best, first]

    head = ["agent", "against", "games", "won – drawn – lost", "win rate", "mean score", "surely best", "first seat"]
    return html_table(head, [row for table in result.tables for row in rows(table)])


def _method(result: TournamentResult) -> str:
    settings = result.settings
    sentences = [
        f"All tables play the same deals, {games_per_deal(settings.players)} games on each, so that every pair of "
        "agents sits once in every pair of seats.",
        "A draw of n players counts as 1/n of a win for each. The intervals cover 95 %; the unit is the deal.",
        "Elo ratings are fitted to all tables at once (Bradley, Terry and Luce) and have a mean of 1500. One drawn "
        "game is added to each table. Tables full of one agent don't count.",
        f"Played by footplate {__version__} with the rules {settings.board.rules_hash}: {settings.command}",
    ]
    if settings.reduce_luck:
        sentences.append(
            "Luck is taken out of win rates by AIVAT: what chance brings is 0 in the mean, whoever plays. "
            f"{saved_words(result)}"
        )
    if settings.until_certain:
        sentences.append(
            "A table stopped as soon as it was certain who is best. The error of that verdict is at most "
            f"{100 * LEVEL:.0f} % for each table, and the win rates of tables have intervals that hold at all times."
        )
    return "<ul>" + "".join(f"<li>{escape(sentence)}</li>" for sentence in sentences) + "</ul>"
