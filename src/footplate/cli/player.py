"""Shows a recorded game to people, action by action, with nothing hidden."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.rule import Rule
from rich.text import Text

from footplate.cli import position, screen
from footplate.cli.output import out, print_parts
from footplate.cli.symbols import player_text, screen_names
from footplate.errors import InvalidRecord
from footplate.records import GameRecord
from footplate.words import counted

_HELP = "Enter: next · t: next turn · b: back · a number: jump there · q: leave"


class Player:
    def __init__(self, record: GameRecord) -> None:
        self.record = record
        self.names = screen_names(record.seats)
        self.game = record.begin()

    def show_step(self, step: int) -> None:
        if step > len(self.record.moves):
            raise InvalidRecord(f"the game has {len(self.record.moves)} actions; there is no step {step}")
        self._go_to(step)
        print_parts(self._position())

    def show_end(self) -> None:
        """Who played, and the last position."""
        print_parts(self._headers())
        self.show_step(len(self.record.moves))

    def show_all(self) -> None:
        """All actions as sentences; raises where the record goes wrong, after what is right."""
        print_parts(self._headers())
        for _ in self.record.moves:
            self.record.push_next(self.game)
            self._print_event()
        self.record.replay()
        self._print_result()

    def run(self) -> None:
        """Step through the game at a terminal."""
        print_parts(self._headers())
        print_parts(self._position())
        out.print(_HELP, style="dim", highlight=False)
        while True:
            try:
                line = input("> ").strip().casefold()
            except (EOFError, KeyboardInterrupt):
                out.print()
                return
            if line in ("q", "quit", "exit"):
                return
            self.obey(line)

    def obey(self, line: str) -> None:
        here, last = len(self.game.history), len(self.record.moves)
        if line not in ("", "b", "t") and not line.isdecimal():
            out.print(_HELP, style="dim", highlight=False)
            return
        wanted = int(line[:9]) if line.isdecimal() else here - 1 if line == "b" else here + 1
        if not 0 <= wanted <= last:
            out.print(f"The game has the steps 0 to {last}.", style="yellow", highlight=False)
            return
        try:
            self._go_to(wanted)
            if line == "t":
                self._finish_turn()
        except InvalidRecord as error:
            out.print(Text(str(error), style="bold red"))
        print_parts(self._position())

    def _go_to(self, step: int) -> None:
        while len(self.game.history) > step:
            self.game.undo()
        while len(self.game.history) < step:
            self.record.push_next(self.game)

    def _finish_turn(self) -> None:
        """Go on to where the turn of the last action ends."""
        while len(self.game.history) < len(self.record.moves) and self.game.turn == self.game.history[-1].turn:
            self.record.push_next(self.game)

    # ------------------------------------------------------------ showing

    def _headers(self) -> Iterator[RenderableType]:
        record = self.record
        yield Text(f"{record.board.title}, seed {record.seed}: {' | '.join(record.seats)}", style="bold")
        for key, value in record.headers.items():
            yield Text(f"{key}: {value}", style="dim")

    def _print_event(self) -> None:
        event = self.game.history[-1]
        out.print(Text.assemble((f"{len(self.game.history):>4}  ", "dim"), position.event_text(event, self.names)))

    def _print_result(self) -> None:
        outcome = self.game.outcome()
        if outcome:
            print_parts(screen.the_end(self.game, outcome, self.names))
        else:
            left = len(self.record.moves)
            out.print(f"Unfinished after {counted(left, 'action')}.", style="bold", highlight=False)

    def _position(self) -> Iterator[RenderableType]:
        game, here = self.game, len(self.game.history)
        title = f"{game.board.title} · step {here} of {len(self.record.moves)} · turn {game.turn + 1}"
        yield Text()
        yield Rule(Text(title, style="bold"), align="left")
        yield position.event_text(game.history[-1], self.names) if here else Text("The cards are dealt.")
        yield Text()
        yield position.players_table(game, self.names, game.hand_of)
        yield Text()
        for seat in range(game.players):
            yield player_text(self.names, seat)
            yield position.tickets_table(game, game.tickets_of(seat), seat)
            yield Text()
        yield position.owners_table(game, self.names)
        yield Text()
        yield position.market_line(game)
        if ending := position.last_round(game, self.names):
            yield ending
        if outcome := game.outcome():
            yield position.scores_table(game.board, outcome.scores, self.names)
            yield Text(outcome.sentence(self.names), style="bold")
