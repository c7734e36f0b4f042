"""Random secrets that people hold: cookies, links, recovery codes. The database keeps only their hashes.

They are too long for anybody to guess, so a plain hash is enough.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets

PLAYER_TOKEN = 32  # random bytes
_SIGNATURE = 8  # the last bytes of an anonymous token
_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's 32: no letter that looks like a figure
_CODE_LETTERS, _LINK_LETTERS, _GROUP = 24, 12, 4  # 120 and 60 bits
_MISREAD = str.maketrans("OIL", "011", " -–\t\r\n")


def new_token(size: int) -> str:
    return secrets.token_urlsafe(size)


def hash_of(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


class AnonymousTokens:
    """Tokens for browsers of which nothing is kept yet. The server recognises its own tokens by a signature.

    The key lasts as long as the process. The token of a player is in the database and needs no signature.
    """

    def __init__(self) -> None:
        self._key = secrets.token_bytes(32)

    def new(self) -> str:
        chance = secrets.token_bytes(PLAYER_TOKEN - _SIGNATURE)
        return base64.urlsafe_b64encode(chance + self._signature(chance)).decode().rstrip("=")

    def made(self, token: str) -> bool:
        try:
            content = base64.urlsafe_b64decode(token + "=")
        except ValueError:
            return False
        chance, signature = content[:-_SIGNATURE], content[-_SIGNATURE:]
        return len(content) == PLAYER_TOKEN and hmac.compare_digest(signature, self._signature(chance))

    def _signature(self, chance: bytes) -> bytes:
        return hmac.digest(self._key, chance, "sha256")[:_SIGNATURE]


def _letters(n: int) -> str:
    """So many by chance, in groups, as people type them."""
    letters = "".join(secrets.choice(_LETTERS) for _ in range(n))
    return "-".join(letters[at : at + _GROUP] for at in range(0, n, _GROUP))


def _as_read(typed: str) -> str:
    """Letters as they were written, however they were typed: small letters, other gaps, O for 0 or I for 1."""
    return typed.upper().translate(_MISREAD)


def new_code() -> str:
    """A recovery code as people write it down: six groups of four."""
    return _letters(_CODE_LETTERS)


def hash_of_code(typed: str) -> str:
    """The hash of a recovery code."""
    return hash_of("recovery " + _as_read(typed))


def new_link_code() -> str:
    """What stands in the address of a seat: three groups of four. It is good once, and few may be tried."""
    return _letters(_LINK_LETTERS)


def hash_of_link(typed: str) -> str:
    """The hash of a link's code; links of earlier versions were longer, and small letters meant something."""
    letters = _as_read(typed)
    return hash_of("link " + letters) if len(letters) == _LINK_LETTERS else hash_of(typed)
