"""The tables of the thesis, measured again."""
