"""What tests of several levels share: a house under test, and a visitor of it."""

from tests_support.house import RunningHouse, kept_house, start_house
from tests_support.visitor import SMALL_CSV, Event, Visitor

__all__ = ["SMALL_CSV", "Event", "RunningHouse", "Visitor", "kept_house", "start_house"]
