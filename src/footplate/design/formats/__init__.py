"""Boards from and for other programs: CSV, GeoJSON, GraphML, maps of ticket-to-ride-map-editor, and SVG in layers."""
