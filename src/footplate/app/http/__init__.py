"""What the page asks the server for, and what every request has to pass."""
