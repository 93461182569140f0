"""Months: their names and short forms in the languages of Europe, Turkish, Arabic, Thai and Indonesian."""

from __future__ import annotations

from typing import Final

_NAMES = (
    "jan januar january jänner jaenner jän janv janvier ene enero gen gennaio gener ian janeiro januari ianuarie "
    "január ledna leden styczeń stycznia sty янв январь января січень січня януари tammikuu tammikuuta tammi ocak oca "
    "ιανουάριος ιανουαρίου ιαν يناير ม.ค มกราคม",
    "feb februar february feber febr févr fév fevr février fevrier febrer febrero febbraio fev fevereiro februari "
    "februarie február luty lutego lut únor února фев февраль февраля лютий лютого февруари helmikuu helmikuuta helmi "
    "şubat subat şub φεβρουάριος φεβρουαρίου φεβ فبراير ก.พ กุมภาพันธ์",
    "mar mär mrz march märz maerz mars marts marzo març março marco mrt maart maret martie márc március marec marzec "
    "marca březen března март марта березень березня maaliskuu maaliskuuta maalis mart μάρτιος μαρτίου μαρ مارس "
    "มี.ค มีนาคม",
    "apr april avr avril abr abril aprile aprilie ápr április apríl kwiecień kwietnia kwi duben dubna апр апрель "
    "апреля април квітень квітня huhtikuu huhtikuuta huhti nisan nis απρίλιος απριλίου απρ أبريل ابريل إبريل "
    "เม.ย เมษายน",
    "may mai mayo mag maggio maig maio mei maj maja máj május květen května май мая травень травня toukokuu toukokuuta "
    "touko mayıs μάιος μαΐου μαϊ مايو พ.ค พฤษภาคม",
    "jun june juni juin juny junio iun giu giugno junho iunie jún június czerwiec czerwca cze červen června июн июнь "
    "июня червень червня юни kesäkuu kesäkuuta kesä haziran haz ιούνιος ιουνίου ιουν يونيو มิ.ย มิถุนายน",
    "jul july juli juil juillet juliol julio iul lug luglio julho iulie júl július lipiec lipca lip červenec července "
    "июл июль июля липень липня юли heinäkuu heinäkuuta heinä temmuz tem ιούλιος ιουλίου ιουλ يوليو ก.ค กรกฎาคม",
    "aug august août aout ago ag agost agosto augustus augusztus agustus agu sierpień sierpnia sie srpen srpna augusti "
    "авг август августа серпень серпня elokuu elokuuta elo ağustos agustos ağu αύγουστος αυγούστου αυγ أغسطس اغسطس "
    "ส.ค สิงหาคม",
    "sep sept september septembre septiembre setiembre set settembre setembro septembrie szept szeptember wrzesień "
    "września wrz září сен сентябрь сентября септември вересень вересня syyskuu syyskuuta syys eylül eylul eyl "
    "σεπτέμβριος σεπτεμβρίου σεπ سبتمبر ก.ย กันยายน",
    "oct okt october oktober octobre octubre ott ottobre out outubro octombrie október październik października paź "
    "říjen října октябрь октября окт октомври жовтень жовтня lokakuu lokakuuta loka ekim eki οκτώβριος οκτωβρίου οκτ "
    "أكتوبر اكتوبر ต.ค ตุลาคม",
    "nov november novembre noviembre novembro noiembrie listopad listopada listopadu lis ноя ноябрь ноября ноември "
    "marraskuu marraskuuta marras kasım kas νοέμβριος νοεμβρίου νοε نوفمبر พ.ย พฤศจิกายน",
    "dec dez december dezember déc décembre desembre decembre dic diciembre dicembre dezembro decembrie grudzień "
    "grudnia gru prosinec prosince desember des дек декабрь декабря декември грудень грудня joulukuu joulukuuta joulu "
    "aralık ara δεκέμβριος δεκεμβρίου δεκ ديسمبر ธ.ค ธันวาคม",
)


def folded(word: str) -> str:
    """`word` without case, where Turkish has an `i` without a dot and an `İ` with one."""
    return word.casefold().replace("ı", "i").replace("\u0307", "")


MONTHS: Final = {folded(name): number for number, names in enumerate(_NAMES, 1) for name in names.split()}
#: Short forms that are words as well: in `3 out` a unit, in `Set 2001` a name.
WORDS: Final = frozenset(
    {
        "ag",
        "ago",
        "gen",
        "ian",
        "mag",
        "out",
        "set",
        "des",
        "lip",
        "sie",
        "ara",
        "eki",
        "haz",
        "kas",
        "kesä",
        "nis",
        "oca",
        "tem",
    }
)


def is_month(word: str) -> bool:
    """Whether `word` can only be the name of a month, in any case, with or without a full stop."""
    name = folded(word).rstrip(".")
    return name in MONTHS and name not in WORDS
