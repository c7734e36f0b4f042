"""Where bots think: jobs, the workers that do them, and who comes first."""
