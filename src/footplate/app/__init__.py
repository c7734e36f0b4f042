"""The game in the browser: a server, its database, the bots' workers, and the page itself."""
