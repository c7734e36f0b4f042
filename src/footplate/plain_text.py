"""Text that strangers send: which names are visible, and what is safe on a terminal."""

from __future__ import annotations

import re
import unicodedata

# Control characters but tab and line feed, halves of characters, and formats that turn, hide or tag what stands beside
# them. The two joiners of emoji and of some scripts (U+200C, U+200D) are none of these.
HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\ud800-\udfff\U000e0000-\U000e0fff]"
)
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # letters and signs without ink
NAME_RULE = "a name has letters that can be seen, and no control or invisible characters"


def printable(text: str) -> str:
    """The text without characters that control a terminal or change how others are shown."""
    return HIDDEN.sub("", text)


def has_ink(text: str) -> bool:
    """Whether it has a visible character."""
    return any(_shows(character) for character in text)


def is_name(text: str) -> bool:
    """Whether a text can be a person's name: see ``NAME_RULE``."""
    return has_ink(text) and not re.search(r"[\t\n]", text) and not HIDDEN.search(text) and _BLANK.isdisjoint(text)


def _shows(character: str) -> bool:
    """Letters, digits, signs, and emoji newer than this Python; not spaces, combining marks and formats."""
    kind = unicodedata.category(character)
    return (kind[0] in "LNPS" or kind == "Cn") and character not in _BLANK
