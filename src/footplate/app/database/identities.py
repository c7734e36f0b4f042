"""Who a browser is: its cookie leads to a player, and a recovery code brings a player to another browser."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection
from contextlib import AbstractContextManager
from datetime import timedelta

from sqlalchemy import delete, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from footplate.app.database.changes import announce
from footplate.app.database.models import NO_CODE, Browser, Player, now
from footplate.app.database.tokens import PLAYER_TOKEN, hash_of, hash_of_code, new_code, new_token

NOBODY = "Guest"  # the name of a seat, or a player, whom nobody has named
KEPT = timedelta(days=400)  # after which a browser that nobody has used is forgotten; browsers keep no cookie longer
MOST_BROWSERS = 20  # of one player; beyond that the one that was not used for longest is signed out
_SEEN_EVERY = timedelta(hours=1)  # how exactly it is known when a browser was last used
Transaction = Callable[[], AbstractContextManager[Session]]


class Identities:
    """Players by their browsers. Calls block, as those of the store do; the transactions are the store's."""

    def __init__(self, read: Transaction, write: Transaction) -> None:
        self._read, self._write = read, write

    def browser(self, token: str) -> Browser | None:
        """The browser with this cookie, and its player. None if there is none, or if it was not used for too long."""
        with self._read() as session:
            known = session.scalar(select(Browser).where(Browser.token_hash == hash_of(token)))
        return known if known and known.seen > now() - KEPT else None

    def browser_for(self, token: str, browser_name: str = "", name: str = NOBODY) -> Browser:
        """The browser with this cookie. Its player is made now if there is none: one, however many ask at once."""
        if known := self.browser(token):
            return known
        player_id, moment = secrets.token_hex(8), now()
        player = Player(
            id=player_id, recovery_hash=NO_CODE + player_id, name=name, settings={}, adaptive={}, created=moment
        )
        try:
            with self._write() as session:
                session.execute(
                    delete(Browser).where(Browser.token_hash == hash_of(token), Browser.seen <= moment - KEPT)
                )
                session.add(browser := _new_browser(player, token, browser_name))
        except IntegrityError:
            if made := self.browser(token):
                return made
            raise
        return browser

    def was_seen_lately(self, browser: Browser, browser_name: str) -> bool:
        """Whether nothing is to be written when the browser is used now."""
        return now() - browser.seen < _SEEN_EVERY and browser.name == browser_name

    def note_seen(self, browser: Browser, browser_name: str) -> None:
        """Remember that a browser was used now, and what it is called now."""
        with self._write() as session:
            if here := session.get(Browser, browser.id):
                here.seen, here.name = now(), browser_name

    def browsers_of(self, player_id: str) -> list[Browser]:
        """Where a player is known, the browser that was used last first."""
        with self._read() as session:
            mine = select(Browser).where(Browser.player_id == player_id, Browser.seen > now() - KEPT)
            return list(session.scalars(mine.order_by(Browser.seen.desc(), Browser.created.desc())))

    def known_of(self, browser_ids: Collection[str]) -> set[str]:
        """Those of the browsers in which somebody is still known."""
        with self._read() as session:
            return set(session.scalars(select(Browser.id).where(Browser.id.in_(browser_ids))))

    def sign_out(self, player_id: str, browser_id: str) -> bool:
        """End what a browser knows of the player. False if it knew nothing."""
        with self._write() as session:
            mine = select(Browser).where(Browser.id == browser_id, Browser.player_id == player_id)
            browser = session.scalar(mine)
            if browser:
                session.delete(browser)
                announce(session, [browser_id])
            return browser is not None

    def new_code(self, player_id: str) -> str | None:
        """A recovery code in place of an earlier one, known to nobody but whoever asks; None for nobody."""
        code = new_code()
        with self._write() as session:
            player = session.get(Player, player_id, with_for_update=True)
            if player:
                player.recovery_hash = hash_of_code(code)
            return code if player else None

    def recover(self, code: str, old_token: str, browser_name: str) -> tuple[str, str] | None:
        """Use up a recovery code. Gives the cookie that makes this browser its player's, and the next code.

        The browser's ``old_token`` ends. None if there is no such code.
        """
        token, following = new_token(PLAYER_TOKEN), new_code()
        with self._write() as session:
            found = select(Player).where(Player.recovery_hash == hash_of_code(code)).with_for_update()
            player = session.scalar(found)
            if player is None:
                return None
            player.recovery_hash = hash_of_code(following)
            session.execute(delete(Browser).where(Browser.token_hash == hash_of(old_token)))
            of_player = select(Browser.id).where(Browser.player_id == player.id)
            old = session.scalars(of_player.order_by(Browser.seen.desc()).offset(MOST_BROWSERS - 1)).all()
            session.execute(delete(Browser).where(Browser.id.in_(old)))
            session.add(_new_browser(player, token, browser_name))
        return token, following


def _new_browser(player: Player, token: str, name: str) -> Browser:
    moment, token_hash = now(), hash_of(token)
    return Browser(
        id=secrets.token_hex(8), player=player, token_hash=token_hash, name=name, created=moment, seen=moment
    )
