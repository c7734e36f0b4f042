"""How the database of older versions becomes that of this one (Alembic)."""
