"""Builds the ``ground`` of the catalogue's boards from real coastlines: ``make ground``.

Data come from packages of the npm registry. A board's cities have latitude and longitude and a place of their own; a
warp takes the real coast along with them. The files in the catalogue hold the result: nobody needs this to play.
"""
