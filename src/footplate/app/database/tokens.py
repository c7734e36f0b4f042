"""Random secrets that people hold: cookies, links, recovery codes. The database keeps only their hashes.

They are too long for anybody to guess, so a plain hash is enough.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets

PLAYER_TOKEN, SEAT_TOKEN = 32, 32  # random bytes
_SIGNATURE = 8  # the last bytes of an anonymous token
_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's 32: no letter that looks like a figure
_CODE_LETTERS, _GROUP = 24, 4  # 120 bits
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


def new_code() -> str:
    """A recovery code as people write it down: six groups of four."""
    letters = "".join(secrets.choice(_LETTERS) for _ in range(_CODE_LETTERS))
    return "-".join(letters[at : at + _GROUP] for at in range(0, _CODE_LETTERS, _GROUP))


def hash_of_code(typed: str) -> str:
    """The hash of a recovery code, however it was typed: small letters, other gaps, O for 0 or I for 1."""
    return hash_of("recovery " + typed.upper().translate(_MISREAD))
