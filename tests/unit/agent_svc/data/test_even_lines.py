"""Even lines are the records that any reader of CSV finds, without being cut before one of them is looked at."""

import csv
import io

from hypothesis import given
from hypothesis import strategies as st

from agent_svc.data.choices import Delimiter, Quoting
from agent_svc.data.layout.even_lines import turned, widths_of
from agent_svc.data.layout.quoting import even_records, records_of

texts = st.text(alphabet='ab ,;\t\n"', max_size=30)
delimiters = st.sampled_from([Delimiter.COMMA, Delimiter.SEMICOLON, Delimiter.TAB, Delimiter.NONE])


@given(texts, delimiters)
def test_even_lines_are_the_records_that_the_csv_module_reads(text: str, delimiter: Delimiter) -> None:
    even = even_records(text, delimiter, Quoting.DOUBLED)
    if even is not None:
        blanks = delimiter is not Delimiter.TAB
        rows = csv.reader(io.StringIO(text), delimiter=delimiter.character, skipinitialspace=blanks)
        read = [tuple(row) for row in rows if row]
        assert list(even) == read == [even[place] for place in range(len(even))]
        assert (even.firsts, dict(widths_of(even))) == ([row[0] for row in read], {even.width: len(read)})
        assert [list(cells) for cells in turned(even)] == [list(cells) for cells in turned(read)]


def test_a_quote_far_below_lines_that_are_cut_as_they_are_is_read_as_one() -> None:
    records = list(records_of("a,b\n" * 20_000 + '"c,d",e\n', Delimiter.COMMA, Quoting.DOUBLED))
    assert (len(records), records[0], records[-1]) == (20_001, ["a", "b"], ["c,d", "e"])


def test_a_record_is_among_even_lines_only_where_its_cells_are_those_of_a_line() -> None:
    even = even_records("a,b\nc,d\n", Delimiter.COMMA, Quoting.DOUBLED)
    assert even is not None
    assert [record in even for record in (("c", "d"), ("a", "d"), ("a,b",))] == [True, False, False]
