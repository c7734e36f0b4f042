"""A sitting at the terminal: a person in one seat, bots in the others."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TextIO

from rich.text import Text

from footplate.actions import Action
from footplate.agents import Agent, Budget, Decision, make_agent
from footplate.agents.base import Ending
from footplate.arena.play import SearchLog, answer_of, memory_of, start_agent, view_for
from footplate.cli import position, screen
from footplate.cli.menu import Menu, routes_in_order
from footplate.cli.output import out, print_parts, print_words, say
from footplate.cli.saves import SavedGame, remembering
from footplate.cli.symbols import screen_names
from footplate.errors import FootplateError, IllegalAction, Misbehaviour
from footplate.plain_text import printable
from footplate.view import Phase
from footplate.words import counted

_RECENT = 20  # events that "log" shows
_COMMANDS = ("claims", "routes", "map", "mine", "score", "log", "why", "undo", "save", "quit", "help")
_OTHER_NAMES = {"?": "help", "h": "help", "q": "quit", "exit": "quit"}


class _Leave(Exception):
    """The person wants to stop here."""


class Session:
    def __init__(self, saved: SavedGame, search_log: TextIO | None = None) -> None:
        self.saved, self.game, self.you = saved, saved.game, saved.human
        self.names = screen_names(saved.seats, self.you)
        self.bots: dict[int, Agent] = {}
        self._log = SearchLog(search_log) if search_log else None
        self._decisions: list[tuple[int, Decision]] = []  # of the others, since the person's last turn

    def play(self) -> None:
        """Play until the game is over or the person leaves; the file always holds the game as it stands."""
        with out.status("The bots take their seats. One that searches is compiled the first time …"):
            self._seat_bots()
        self._tell_recent()
        try:
            while not self.game.is_over:
                if self.game.to_move == self.you:
                    self._your_decision()
                else:
                    self._bot_decision()
        except (_Leave, EOFError, KeyboardInterrupt):
            self._farewell()
        except Misbehaviour as error:
            out.print(Text(f"{self.names[self.game.to_move]} can't go on: {error}", style="bold red"))
            self._farewell()
        else:
            self._show_end()
        finally:
            self._close_bots()

    # ------------------------------------------------------------ the players

    def _seat_bots(self) -> None:
        """New bots, whose chance depends on the game's seed and on how far it has come."""
        self._close_bots()
        for seat, spec in enumerate(self.saved.seats):
            if seat != self.you:
                chance = random.Random(f"{self.game.seed} {seat} {len(self.game.history)}")
                self.bots[seat] = make_agent(remembering(spec))
                memory = self.saved.memory_of(seat)
                so_far = (self.game.board, memory) if memory else None
                start_agent(self.bots[seat], self.saved.seats, seat, chance.getrandbits(63), so_far)

    def _close_bots(self) -> None:
        for bot in self.bots.values():
            bot.close()

    def _bot_decision(self) -> None:
        seat = self.game.to_move
        with out.status(f"{self.names[seat]} is thinking."):
            bot = self.bots[seat]
            decision = answer_of(bot, view_for(bot, self.game, seat), Budget())
            memory = memory_of(bot)
        if self.game.history and self.game.history[-1].seat == self.you:
            self._decisions.clear()
        self._push(decision.action)
        self.saved.remember(memory)
        self._decisions.append((seat, decision))
        if self._log:
            self._log(self.game, self.saved.seats, decision)

    def _your_decision(self) -> None:
        menu = Menu(self.game.observe(self.you), self.names)
        self._save()
        second = menu.seen.phase is Phase.SECOND_CARD and menu.seen.history
        print_parts(screen.one_more_card(menu) if second else screen.your_turn(menu))
        while True:
            line = input("> ").strip()
            if not out.is_terminal:
                out.print()
            try:
                if self._obey(line, menu):
                    return
            except IllegalAction as error:
                message = str(error)
                out.print(Text(message[:1].upper() + message[1:], style="yellow"))

    def _obey(self, line: str, menu: Menu) -> bool:
        """Do what a line says. Gives whether the game has changed."""
        word, _, rest = line.partition(" ")
        name = _OTHER_NAMES.get(word.casefold(), word.casefold())
        if not line:
            self._tell_recent()
            print_parts(screen.your_turn(menu))
        elif name in _COMMANDS:
            return bool(getattr(self, f"_do_{name}")(menu, rest.strip()))
        else:
            self._push(menu.choose(line))
            self._save()
            return True
        return False

    def _push(self, action: Action) -> None:
        event = self.game.push(action, elapsed=self.saved.elapsed)
        out.print(position.event_text(event.seen_by(self.you), self.names))

    # ------------------------------------------------------------ commands

    def _do_help(self, menu: Menu, rest: str) -> None:
        print_parts(screen.help_page(menu.seen.board))

    def _do_claims(self, menu: Menu, rest: str) -> None:
        print_parts([position.payments_table(menu, menu.routes)])

    def _do_routes(self, menu: Menu, rest: str) -> None:
        board, owners = menu.seen.board, menu.seen.owners
        routes = [r for r in range(len(board.routes)) if owners[r] is None]
        if rest:
            cities = [city.name for city in board.cities if rest.casefold() in city.name.casefold()]
            if not cities:
                raise IllegalAction(
                    f"no city has {rest!r} in its name. Cities: " + ", ".join(c.name for c in board.cities)
                )
            routes = [r for r, route in enumerate(board.routes) if route.a in cities or route.b in cities]
        print_parts([position.routes_table(menu, routes_in_order(board, routes))])

    def _do_map(self, menu: Menu, rest: str) -> None:
        print_parts([position.owners_table(menu.seen, self.names)])
        free = menu.seen.owners.count(None)
        out.print(Text(f"{counted(free, 'route')} without an owner: routes", style="dim"))

    def _do_mine(self, menu: Menu, rest: str) -> None:
        seen = menu.seen
        print_parts([position.tickets_table(seen, seen.tickets, seen.seat)])
        mine = (seen.board.routes[r] for r in seen.routes_of(seen.seat))
        out.print(Text("Your routes: " + (", ".join(f"{r.a}–{r.b} ({r.length})" for r in mine) or "none yet")))

    def _do_score(self, menu: Menu, rest: str) -> None:
        scores = position.scores_so_far(menu.seen)
        print_parts([position.scores_table(menu.seen.board, scores, self.names, you=self.you)])

    def _do_log(self, menu: Menu, rest: str) -> None:
        history = menu.seen.history
        for event in history if rest == "all" else history[-_RECENT:]:
            out.print(Text.assemble((f"{event.turn + 1:>4}  ", "dim"), position.event_text(event, self.names)))

    def _do_why(self, menu: Menu, rest: str) -> None:
        for seat, decision in self._decisions:
            print_parts(screen.reasons(decision, seat, self.names))
        if not any(decision.reason for _, decision in self._decisions):
            out.print(Text("Nobody has given reasons since your last turn: only bots that search do."))

    def _do_undo(self, menu: Menu, rest: str) -> bool:
        if all(event.seat != self.you for event in menu.seen.history):
            raise IllegalAction("there is nothing of yours to take back")
        while self.game.undo().seat != self.you:
            pass
        self.saved.takebacks += 1
        self._decisions.clear()
        self._seat_bots()
        self._save()
        out.print(Text("Your last action is taken back, and what the others did after it.", style="bold"))
        return True

    def _do_save(self, menu: Menu, rest: str) -> None:
        if rest:
            self._save_as(Path(rest).expanduser())
        elif self._save():
            self._print_path("Saved in", str(self.saved.path))

    def _save_as(self, path: Path) -> None:
        """From now on the game is saved there; what was there before stays."""
        before = self.saved.path
        try:
            if path.exists():
                raise IllegalAction(f"{path} exists already; choose another name")
            self.saved.path = path.absolute()
            self.saved.save()
        except OSError as error:
            self.saved.path = before
            raise IllegalAction(f"{path} can't be written: {error.strerror}") from None
        self._print_path("Saved, from now on, in", str(path))

    def _do_quit(self, menu: Menu, rest: str) -> None:
        raise _Leave

    # ------------------------------------------------------------ showing and keeping

    def _print_path(self, words: str, path: str) -> None:
        out.print(Text(f"{words} "), Text(path, style="bold"), soft_wrap=True, sep="")

    def _save(self) -> bool:
        """Save the game, if need be elsewhere. Gives whether it is on a disk now."""
        meant = self.saved.path
        try:
            self.saved.save()
        except OSError as error:
            problem = f"The game could not be saved in {meant} ({error.strerror})"
            try:
                self.saved.save_elsewhere()
            except OSError:
                say(f"{problem}, nor anywhere else.")
                return False
            say(f"{problem}; it is saved in {self.saved.path} now.")
        return True

    def _tell_where_it_is(self, how: str) -> None:
        """The way to the saved game; if it could not be saved, the game itself."""
        if self._save():
            self._print_path(how, str(self.saved.path))
        else:
            print_words("Your game is nowhere but here. Copy it into a file, or it is lost:\n")
            out.file.write(printable(self.saved.to_text()))

    def _tell_recent(self) -> None:
        """What happened since the person's last turn, that turn included."""
        history = self.game.observe(self.you).history
        since = max((event.turn for event in history if event.seat == self.you), default=0)
        for event in history:
            if event.turn >= since:
                out.print(position.event_text(event, self.names))

    def _farewell(self) -> None:
        out.print()
        self._tell_where_it_is("Your game is saved. Go on with: footplate console --resume")

    def _show_end(self) -> None:
        outcome = self.game.outcome()
        assert outcome is not None
        print_parts(screen.the_end(self.game, outcome, self.names))
        self._tell_where_it_is("The game is saved. Look at it with: footplate replay")
        for seat, bot in self.bots.items():
            try:
                bot.end(Ending(outcome.totals, outcome.winners))
            except FootplateError as error:
                say(f"{self.names[seat]} can't remember this game: {error}")
