"""Studies with people: how one is planned, whom each person meets, what is asked, and what a researcher takes home."""
