"""The catalogue: which charts there are, what they take, and the scripts that draw them."""

from agent_svc.catalogue.chart import Aggregation, Chart, Role
from agent_svc.catalogue.errors import BrokenChartError, UnknownChartError
from agent_svc.catalogue.loader import Catalogue, load_catalogue
from agent_svc.catalogue.option import Option

__all__ = [
    "Aggregation",
    "BrokenChartError",
    "Catalogue",
    "Chart",
    "Option",
    "Role",
    "UnknownChartError",
    "load_catalogue",
]
