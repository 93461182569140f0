"""Data: from what a person pastes to an exact table, with an account of every decision on the way.

Pure: no input or output, no clock, no environment. `read` is the way in; everything else is a noun it speaks of.
"""

from agent_svc.data.bindings.check import RefusedLine, check_bindings
from agent_svc.data.bindings.default import default_bindings
from agent_svc.data.bindings.roles import Bindings, Role
from agent_svc.data.choices import (
    DateOrder,
    DecimalMark,
    Delimiter,
    Gaps,
    HeaderRow,
    Kept,
    MissingWords,
    Mojibake,
    Moment,
    Order,
    Quoting,
)
from agent_svc.data.column import Column, ColumnType
from agent_svc.data.dataset import PREVIEW_ROWS, Dataset
from agent_svc.data.frame import CsvArguments, csv_arguments, read_frame
from agent_svc.data.limits import FILE, PASTE, Limits
from agent_svc.data.numbers.written_marks import APOSTROPHE, BLANK, WrittenMarks
from agent_svc.data.profile import ColumnProfile, Profile, TopValue
from agent_svc.data.reader import read, read_file
from agent_svc.data.reading import ColumnReading, Reading
from agent_svc.data.report import Certainty, Decision, Notice, NoticeKind, Report, Subject
from agent_svc.data.spreadsheet import spreadsheet_csv

__all__ = [
    "APOSTROPHE",
    "BLANK",
    "FILE",
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
    "Gaps",
    "HeaderRow",
    "Kept",
    "Limits",
    "MissingWords",
    "Mojibake",
    "Moment",
    "Notice",
    "NoticeKind",
    "Order",
    "Profile",
    "Quoting",
    "Reading",
    "RefusedLine",
    "Report",
    "Role",
    "Subject",
    "TopValue",
    "WrittenMarks",
    "check_bindings",
    "csv_arguments",
    "default_bindings",
    "read",
    "read_file",
    "read_frame",
    "spreadsheet_csv",
]
