"""Data: from what a person pastes to an exact table, with an account of every decision on the way.

Pure: no input or output, no clock, no environment. `read` is the way in; everything else is a noun it speaks of.
"""

from agent_svc.data.bindings import RefusedLine, check_bindings, default_bindings
from agent_svc.data.column import Column, ColumnType
from agent_svc.data.dataset import PREVIEW_ROWS, Dataset
from agent_svc.data.frame import CsvArguments, csv_arguments, read_frame
from agent_svc.data.limits import PASTE, Limits
from agent_svc.data.profile import ColumnProfile, Profile, TopValue
from agent_svc.data.reader import read
from agent_svc.data.reading import (
    ColumnReading,
    DateOrder,
    DecimalMark,
    Delimiter,
    HeaderRow,
    MissingWords,
    Reading,
)
from agent_svc.data.report import Certainty, Decision, Notice, NoticeKind, Report, Subject
from agent_svc.data.roles import Bindings, Role

__all__ = [
    "PASTE",
    "PREVIEW_ROWS",
    "Bindings",
    "Certainty",
    "Column",
    "ColumnProfile",
    "ColumnReading",
    "ColumnType",
    "CsvArguments",
    "Dataset",
    "DateOrder",
    "DecimalMark",
    "Decision",
    "Delimiter",
    "HeaderRow",
    "Limits",
    "MissingWords",
    "Notice",
    "NoticeKind",
    "Profile",
    "Reading",
    "RefusedLine",
    "Report",
    "Role",
    "Subject",
    "TopValue",
    "check_bindings",
    "csv_arguments",
    "default_bindings",
    "read",
    "read_frame",
]
