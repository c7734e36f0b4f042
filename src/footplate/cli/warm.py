"""Tell the user when the rules have to be compiled, which happens once per machine and version."""

from __future__ import annotations

from footplate.cli.output import err


def compile_once() -> None:
    """Load the rules; on the first ever start, say that they are compiled and compile all of them now."""
    from footplate.engine.jit import is_compiled, mark_compiled

    if is_compiled():
        return
    with err.status("Compiling the rules for this machine. This happens once and takes about half a minute …"):
        from footplate.arena import play_match
        from footplate.game import Game

        game = Game("mini", 2)
        while not game.is_over:
            Game.sample(game.observe(game.to_move), 0)
            game.push(game.observe(game.to_move).legal_actions()[0])
        game.scores()
        play_match("mini", ["random", "greedy"], 2)
    mark_compiled()
