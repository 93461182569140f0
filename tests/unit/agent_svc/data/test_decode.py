"""Decode: bytes and text become clean text, or are refused with their place."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent_svc.data import Certainty, Limits, Reading, Subject, read
from agent_svc.data.encodings.decode import clean, decode
from agent_svc.data.errors import EmptyPasteError, NulCharacterError, TableTooBigError, UndecodableError

LIMITS = Limits()
GERMAN = "Sorte;Höhe (µm)\nWeiß;1,5\n"


@pytest.mark.parametrize(
    ("raw", "encoding"),
    [
        (GERMAN.encode("utf-8"), "utf-8"),
        (GERMAN.encode("utf-8-sig"), "utf-8-sig"),
        (GERMAN.encode("utf-16"), "utf-16"),
        (b"\xfe\xff" + GERMAN.encode("utf-16-be"), "utf-16"),
        (GERMAN.encode("cp1252"), "cp1252"),
        (GERMAN.encode("latin-1"), "cp1252"),
    ],
)
def test_bytes_are_decoded_and_the_encoding_is_a_decision(raw: bytes, encoding: str) -> None:
    decoded = decode(raw, LIMITS)
    assert decoded.text == GERMAN
    assert decoded.decision is not None
    assert decoded.decision.chosen == encoding


def test_a_gbk_file_is_chinese_and_not_mojibake() -> None:
    text = "品种,产量\n小麦品种一号,12\n水稻品种二号,15\n玉米杂交品种,18\n大豆改良品种,21\n"
    decoded = decode(text.encode("gbk"), LIMITS)
    assert decoded.text == text
    assert decoded.decision is not None
    assert decoded.decision.certainty is not Certainty.CERTAIN
    assert decoded.decision.alternatives


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        pytest.param("T (°C);Pb (µg/L)\n21;5\n", "cp1252", id="units are the only letters beyond ASCII"),
        pytest.param("t,T °C\n1,20\n", "cp1252", id="a degree sign alone"),
        pytest.param("名,值\n" + "北京,1\n" * 40, "gb18030", id="few Chinese labels, repeated"),
        pytest.param("品名,单价\n苹果,3\n", "gb18030", id="Chinese whose bytes are Korean syllables, too"),
        pytest.param("金额\n12\n", "gb18030", id="one Chinese word"),
        pytest.param("溫度,濕度\n21,40\n", "big5", id="traditional Chinese"),
        pytest.param("店舗,売上\n渋谷店,3\n", "shift_jis", id="Japanese"),
        pytest.param("지역,인구\n서울,9\n", "euc_kr", id="Korean"),
    ],
)
def test_short_files_in_old_encodings_are_read_in_their_letters(text: str, encoding: str) -> None:
    assert decode(text.encode(encoding), LIMITS).text == text


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        pytest.param(
            "Город;Население\nМосква;1\nКазань;2\n", "koi8-r", id="Russian of Unix, whose case is turned over"
        ),
        pytest.param("имя,вес\nслон,5\n", "koi8-r", id="Russian of Unix in small letters"),
        pytest.param("Город;Население\nМосква;1\n", "cp866", id="Russian of DOS"),
        pytest.param("Şehir;Nüfus\nİstanbul;15\nIğdır;2\n", "cp1254", id="Turkish"),
        pytest.param("Miasto;Ludność\nŁódź;1\nGdańsk;2\n", "iso8859-2", id="Polish of Unix"),
        pytest.param("Stadt;Größe\nMünchen;1\nKöln;2\n", "cp850", id="German of DOS"),
        pytest.param("Stadt;x\nMünchen;1\n", "cp850", id="one umlaut of DOS, which is Japanese as well"),
        pytest.param("Stadt;Größe\nMünchen;1\nKöln;2\n", "mac-roman", id="German of old Macs"),
        pytest.param("Größe;Preis (€)\n1;2\n", "iso8859-15", id="a euro of Unix"),
        pytest.param("จังหวัด,ประชากร\nกรุงเทพ,5\n", "cp874", id="Thai"),
        pytest.param("עיר,אוכלוסייה\nירושלים,5\nתל אביב,4\n", "cp1255", id="Hebrew"),
        pytest.param("المدينة,السكان\nالقاهرة,5\n", "cp1256", id="Arabic"),
        pytest.param("Miestas;Gyventojai\nŠiauliai;1\nPanevėžys;2\n", "cp1257", id="Lithuanian"),
    ],
)
def test_files_in_rare_encodings_are_read_in_their_letters_and_the_encoding_is_asked_about(
    text: str, encoding: str
) -> None:
    decoded = decode(text.encode(encoding), LIMITS)
    assert decoded.text == text
    assert decoded.decision is not None
    assert (decoded.decision.chosen, decoded.decision.certainty) == (encoding, Certainty.AMBIGUOUS)
    assert decode(text.encode(encoding), LIMITS, encoding).text == text


@pytest.mark.parametrize(
    "text", ["имя,вес\nслон,5\n", "ГОРОД;А\n", "Цех;Объём\nЭ;1\n"], ids=["small", "capitals", "both"]
)
def test_russian_of_windows_is_not_turned_over(text: str) -> None:
    assert decode(text.encode("cp1251"), LIMITS).text == text


def test_a_clear_encoding_stays_clear_beside_a_rare_one_that_is_less_plausible() -> None:
    decoded = decode("Währung;x\nEmpfänger;1\n".encode("cp1252"), LIMITS)
    assert decoded.decision is not None
    assert (decoded.decision.chosen, decoded.decision.certainty) == ("cp1252", Certainty.LIKELY)
    assert "cp850" in decoded.decision.alternatives


def test_a_guessed_encoding_can_be_flipped() -> None:
    raw = "имя,вес\nслон,5\n".encode("cp1251")
    flipped = Reading().choose(Subject.ENCODING, "cp1251")
    assert [column.name for column in read(raw, flipped).columns] == ["имя", "вес"]


def test_text_that_came_as_text_has_no_encoding_to_decide() -> None:
    assert decode("a,b\n1,2\n", LIMITS).decision is None


def test_bytes_that_the_chosen_encoding_cannot_read_are_refused_with_their_line() -> None:
    with pytest.raises(UndecodableError, match=r"line 2.*not valid utf-8") as refusal:
        decode(b"a,b\n\xff,1\n", LIMITS, "utf-8")
    assert refusal.value.metadata["row"] == "2"


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("\ufeffa", "a"),
        ("a\u200bb", "ab"),
        ("a\u200db", "ab"),
        ("\u202eabc\u202c", "abc"),
        ("a\u00adb", "ab"),
        ("a\x07b", "ab"),
        ("a\ud800b", "ab"),
        ("a" + "\u200d" * 50_000 + "b", "ab"),
        ("A\u0308", "Ä"),
        ("a\r\nb\rc", "a\nb\nc"),
        ("👩\u200d🔬", "👩\u200d🔬"),
        ("می\u200cخواهم", "می\u200cخواهم"),
    ],
    ids=ascii,
)
def test_what_is_invisible_goes_and_what_shapes_a_script_stays(written: str, kept: str) -> None:
    assert clean(written)[0] == kept


def test_stripped_characters_are_told_and_counted() -> None:
    (notice,) = read("\ufeffa,b\n1\u200b,2\n").warnings
    assert notice.message.startswith("2 invisible characters")


@given(st.text())
def test_cleaning_twice_changes_nothing_more(text: str) -> None:
    once, _ = clean(text)
    assert clean(once) == (once, 0)


@pytest.mark.parametrize("source", ["", "  \n\t\n", b"", "\ufeff"])
def test_an_empty_paste_is_refused(source: str | bytes) -> None:
    with pytest.raises(EmptyPasteError, match=r"empty.*Paste a header row"):
        decode(source, LIMITS)


@pytest.mark.parametrize("source", ["a,b\n1,\0\n", b"a,b\n1,\0\n"])
def test_a_nul_character_is_refused_with_its_line(source: str | bytes) -> None:
    with pytest.raises(NulCharacterError, match=r"Line 2 .*position 3.*Export the data as CSV"):
        decode(source, LIMITS)


@pytest.mark.parametrize("character", ["x", "ä"])
def test_201_kb_are_refused_and_200_are_not(character: str) -> None:
    fits = character * (200 * 1024 // len(character.encode()))
    assert decode(fits, LIMITS).text == fits
    with pytest.raises(TableTooBigError, match=r"205,824 bytes \(201.0 KB\); the limit is 204,800 bytes \(200 KB\)"):
        decode(character * (201 * 1024 // len(character.encode())), LIMITS)


def test_a_backslash_before_an_amount_in_shift_jis_is_the_sign_of_yen() -> None:
    decoded = decode("日付,金額,所\n2024-01-05,\\1200,C:\\2024\n".encode("shift_jis"), Limits())
    assert decoded.text == "日付,金額,所\n2024-01-05,¥1200,C:\\2024\n"
    assert "¥" in decoded.notices[-1].message
    assert decode("a\n\\1200\n", Limits()).text == "a\n\\1200\n"
