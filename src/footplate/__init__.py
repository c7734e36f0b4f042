"""Footplate: play, study and design Ticket to Ride."""
