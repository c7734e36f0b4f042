"""What the page is sent, as data and in words."""
