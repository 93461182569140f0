"""The one file of a form, and the forms that hold none."""

from __future__ import annotations

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.errors import InvalidRequest
from gateway.multipart import UploadedFile, file_in


def form(name: str, data: bytes, field: str = "file") -> tuple[str, bytes]:
    """As httpx sends it, which is as browsers do."""
    request = httpx.Request("POST", "http://x/", files={field: (name, data)})
    return request.headers["content-type"], request.read()


@given(data=st.binary(max_size=300))
def test_the_file_comes_out_as_it_went_in(data: bytes) -> None:
    assert file_in(*form("table.xlsx", data)) == UploadedFile("table.xlsx", data)


@pytest.mark.parametrize("name", ["Größe 1.csv", 'a "b".csv', "数.xlsx", "a;b.csv", "back\\slash.csv"])
def test_a_file_may_have_any_name(name: str) -> None:
    assert file_in(*form(name, b"a")).name == name


def test_a_name_in_the_extended_form_is_read() -> None:
    head = b'Content-Disposition: form-data; name="file"; filename="x"; filename*=UTF-8\'\'R%C3%BCbe.csv'
    body = b"--b\r\n" + head + b"\r\n\r\ndata\r\n--b--\r\n"
    assert file_in("multipart/form-data; boundary=b", body) == UploadedFile("Rübe.csv", b"data")


WHOLE = b'--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\ndata\r\n--b--\r\n'


@pytest.mark.parametrize(
    ("content_type", "body", "said"),
    [
        ("multipart/form-data", WHOLE, "names no boundary"),
        ("multipart/form-data; boundary=c", WHOLE, "not whole"),
        ("multipart/form-data; boundary=b", WHOLE[:-10], "not whole"),
        ("multipart/form-data; boundary=b", WHOLE[:-4] + b"\r\nmore\r\n--b--\r\n", "several parts"),
        ("multipart/form-data; boundary=b", WHOLE.replace(b"; filename", b"; other"), "no file named file"),
        ("multipart/form-data; boundary=b", WHOLE.replace(b'"file"', b'"picture"'), "no file named file"),
        ("multipart/form-data; boundary=b", b"--b\r\nno head\r\n--b--\r\n", "no file"),
        ("multipart/form-data; boundary=b", b"", "not whole"),
    ],
)
def test_a_form_without_one_file_is_refused(content_type: str, body: bytes, said: str) -> None:
    with pytest.raises(InvalidRequest) as refused:
        file_in(content_type, body)
    assert said in refused.value.violations[0].message


@given(body=st.binary(max_size=200))
def test_no_body_breaks_it(body: bytes) -> None:
    try:
        file_in("multipart/form-data; boundary=b", b"--b\r\n" + body)
    except InvalidRequest as refused:
        assert refused.violations  # noqa: PT017  # both endings are right
