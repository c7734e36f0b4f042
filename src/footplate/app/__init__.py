"""The game in the browser: a server, its database, the bots' workers, and the page itself."""

from footplate.extras import need

need("the browser game", "footplate[app]", "fastapi", "uvicorn", "websockets", "sqlalchemy", "alembic")
