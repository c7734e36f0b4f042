"""Tools that make parts of the project; nobody needs them to play."""
