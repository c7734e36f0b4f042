"""Opening the database before anything is served, with errors for people."""

from __future__ import annotations

from alembic.util import CommandError
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from footplate.app.database.store import Store
from footplate.app.settings import Settings
from footplate.errors import FootplateError

_KINDS = ("sqlite", "postgresql", "postgres")
_RIGHT = "sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME"


def prepare_database(settings: Settings) -> None:
    """Make the database, or bring it up to date; FootplateError says what is wrong with it."""
    try:
        url = make_url(settings.database)
    except (ArgumentError, ValueError):
        raise FootplateError(f"that is not the address of a database; right would be {_RIGHT}") from None
    shown = url.render_as_string(hide_password=True)
    if url.get_backend_name() not in _KINDS:
        raise FootplateError(f"games can't be kept in {shown}; right would be {_RIGHT}")
    try:
        store = Store(settings)
        store.open()
        store.close()
    except ModuleNotFoundError:
        raise FootplateError("PostgreSQL is not installed with Footplate: pip install 'footplate[postgres]'") from None
    except CommandError:
        raise FootplateError(f"{shown} was written by a newer Footplate; update this one") from None
    except (SQLAlchemyError, OSError) as error:
        reason = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
        raise FootplateError(f"{shown} can't be opened: {reason}") from None
