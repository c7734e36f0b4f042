"""The tables of the Warwick report, measured again."""
