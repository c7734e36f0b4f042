"""The tables of Smith & Anton, measured again."""
