"""GeoJSON: the features of a map as records of their properties, with the place of each point."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

#: For people.
WHAT_IS_READ: Final = (
    "The properties of the features are read, and the places of points; the shapes of lines and areas are left out."
)
_PLACES: Final = ("longitude", "latitude", "altitude")


def features_of(value: Mapping[str, object]) -> list[dict[str, object]] | None:
    """One record for each feature of a collection; None for what is none. Lines and areas have no place."""
    features = value.get("features")
    if value.get("type") != "FeatureCollection" or not isinstance(features, list) or not features:
        return None
    records = [record for feature in features if (record := _record(feature)) is not None]
    return records if len(records) == len(features) else None


def _record(feature: object) -> dict[str, object] | None:
    if not isinstance(feature, dict) or not isinstance(feature.get("properties"), dict):
        return None
    identity = {"id": feature["id"]} if "id" in feature and "id" not in feature["properties"] else {}
    return {**identity, **feature["properties"], **_place(feature.get("geometry"), feature["properties"])}


def _place(geometry: object, properties: Mapping[str, object]) -> dict[str, object]:
    if not isinstance(geometry, dict) or geometry.get("type") != "Point":
        return {}
    numbers = geometry.get("coordinates")
    if not isinstance(numbers, list):
        return {}
    return {name: number for name, number in zip(_PLACES, numbers, strict=False) if name not in properties}
