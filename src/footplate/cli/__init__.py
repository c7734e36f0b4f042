"""The command line: one file per command. Heavy imports stay inside the commands, so that --help answers at once."""
