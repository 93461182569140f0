"""Place names: countries and parts of the world, in English and German, and the short forms of some."""

from __future__ import annotations

from typing import Final

_COUNTRIES: Final = (
    "afghanistan|albania|albanien|algeria|algerien|angola|argentina|argentinien|armenia|armenien|australia|australien"
    "|austria|österreich|azerbaijan|aserbaidschan|bahrain|bangladesh|bangladesch|belarus|belgium|belgien|bolivia"
    "|bolivien|bosnien|bosnia|botswana|brazil|brasilien|bulgaria|bulgarien|cambodia|kambodscha|cameroon|kamerun"
    "|canada|kanada|chile|china|colombia|kolumbien|congo|kongo|costa rica|croatia|kroatien|cuba|kuba|cyprus|zypern"
    "|czechia|czech republic|tschechien|denmark|dänemark|ecuador|egypt|ägypten|estonia|estland|ethiopia|äthiopien"
    "|finland|finnland|france|frankreich|georgia|georgien|germany|deutschland|ghana|greece|griechenland|guatemala"
    "|hong kong|hongkong|hungary|ungarn|iceland|island|india|indien|indonesia|indonesien|iran|iraq|irak|ireland"
    "|irland|israel|italy|italien|japan|jordan|jordanien|kazakhstan|kasachstan|kenya|kenia|kosovo|kuwait|latvia"
    "|lettland|lebanon|libanon|libya|libyen|liechtenstein|lithuania|litauen|luxembourg|luxemburg|malaysia|malta"
    "|mexico|mexiko|moldova|moldau|mongolia|mongolei|montenegro|morocco|marokko|mozambique|mosambik|myanmar|namibia"
    "|nepal|netherlands|the netherlands|niederlande|new zealand|neuseeland|nigeria|north korea|nordkorea"
    "|north macedonia|nordmazedonien|norway|norwegen|oman|pakistan|panama|paraguay|peru|philippines|philippinen"
    "|poland|polen|portugal|qatar|katar|romania|rumänien|russia|russland|rwanda|ruanda|saudi arabia|saudi-arabien"
    "|senegal|serbia|serbien|singapore|singapur|slovakia|slowakei|slovenia|slowenien|south africa|südafrika"
    "|south korea|südkorea|korea|spain|spanien|sri lanka|sudan|sweden|schweden|switzerland|schweiz|syria|syrien"
    "|taiwan|tanzania|tansania|thailand|tunisia|tunesien|turkey|türkiye|türkei|uganda|ukraine|united arab emirates"
    "|united kingdom|united states|england|scotland|schottland|wales|great britain|großbritannien|uruguay|usbekistan"
    "|uzbekistan|venezuela|vietnam|yemen|jemen|zambia|sambia|zimbabwe|simbabwe|vereinigtes königreich"
    "|vereinigte staaten|中国|日本|美国|德国|한국|대한민국"
)
_PARTS: Final = (
    "africa|afrika|america|amerika|asia|asien|europe|europa|oceania|ozeanien|north america|nordamerika|latin america"
    "|south america|südamerika|lateinamerika|middle east|naher osten|north|south|east|west|nord|süd|ost|norden|süden"
    "|osten|westen|northern|southern|eastern|western|ostdeutschland|westdeutschland|früheres bundesgebiet"
    "|neue länder|alte länder|urban|rural|stadt|land"
    "|bayern|bavaria|hessen|sachsen|thüringen|brandenburg|saarland|niedersachsen|nordrhein-westfalen|rheinland-pfalz"
    "|baden-württemberg|sachsen-anhalt|schleswig-holstein|mecklenburg-vorpommern|berlin|hamburg|bremen|münchen|köln"
    "|frankfurt|stuttgart|wien|vienna|zürich|zurich|bern|london|paris|madrid|rome|rom|new york|tokyo|tokio|beijing"
    "|peking|shanghai|moscow|moskau|california|kalifornien|texas|florida"
)
_WHOLES: Final = "world|worldwide|global|welt|weltweit|euro area|euroraum|eurozone|eu|bund|全国|世界"
_PLACES: Final = frozenset(f"{_COUNTRIES}|{_PARTS}|{_WHOLES}".split("|"))
#: In capitals, since `us`, `in` and `ch` are other things as well.
_SHORT: Final = frozenset(
    {"US", "USA", "UK", "GB", "EU", "EU-27", "EU27", "EU27_2020", "EU28", "EU-28", "DE", "BRD", "DDR", "NRW", "OECD"}
    | {"G7", "G20", "BRICS", "UAE", "PRC", "UdSSR", "USSR", "GUS"}
)


def is_place(text: str) -> bool:
    """Whether `text` as a whole is the name of a country, a part of the world or a large city."""
    return text in _SHORT or text.casefold() in _PLACES
