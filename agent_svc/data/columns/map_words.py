"""Map words: what columns of latitudes and longitudes are called."""

from __future__ import annotations

from typing import Final

LATITUDES: Final = frozenset({"latitude", "lat", "breitengrad", "latitud", "latitudine"})
LONGITUDES: Final = frozenset({"longitude", "lon", "lng", "long", "längengrad", "longitud", "longitudine"})
