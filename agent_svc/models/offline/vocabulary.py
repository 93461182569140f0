"""The vocabularies: the values that slots of phrases take, each with its wordings in English and German."""

from __future__ import annotations

from typing import Final

from agent_svc.models.offline.names import CHARTS, COLORS, LIBRARIES, MARKS, OTHER_COLORS
from agent_svc.models.offline.phrase import Vocabulary
from agent_svc.models.offline.settings_names import OPTIONS, SWITCHES

_DOWN: Final = (
    "descending|desc|decreasing|absteigend|absteigender|fallend|high to low|highest to lowest|largest to"
    " smallest|largest first"
    "|biggest first|highest first|größte zuerst|größten zuerst|höchste zuerst|höchsten zuerst|z to a"
)
_UP: Final = (
    "ascending|asc|increasing|aufsteigend|aufsteigender|steigend|low to high|lowest to highest|smallest to"
    " largest|smallest first"
    "|lowest first|kleinste zuerst|kleinsten zuerst|niedrigste zuerst|niedrigsten zuerst"
)

_LOG: Final = "(log|logarithmic|logarithmisch|logarithmische|logarithmischer|logarithmischen)"
_BY_NAME: Final = "(name|names|label|labels|category|alphabet|namen|bezeichnung|kategorie)"
_DATA: Final = "(data|table|file|original)"
_IT: Final = "[it|them|the bars|the categories|the areas|the series|anything|the lines|es|sie|die balken|die linien]"

_SOMEWHAT: Final = "[a bit|a little|slightly|somewhat|much|a lot|etwas|ein bisschen|ein wenig|viel|deutlich]"
_KEY: Final = "(legend|legende|color bar|colour bar|colorbar|colourbar|farbleiste|farbbalken|key)"
_NONE: Final = (
    "(no|without|hide|remove|drop|delete|get rid of|turn off|switch off|dont show|do not show|i dont want|i dont need"
    "|dont need|ohne|kein|keine|keinen|entferne|verstecke|lösche|zeige (keine|keinen)|ich (brauche|will) keine)"
)
_GONE: Final = "(weg|ausblenden|weglassen|entfernen|verstecken|off|away|aus|nicht (anzeigen|zeigen))"
_THE: Final = "[the|a|an|any|die|der|das|eine|den]"
_MARK: Final = "(dezimaltrennzeichen|dezimaltrenner|dezimalzeichen|trennzeichen)"

VOCABULARIES: Final = {
    "negation": Vocabulary(
        {
            "yes": "not|dont|do not|nicht|no|kein|keine|[i] (dont|do not) want [it to be|it|them|a]|ich will"
            " kein|ich will keine"
        }
    ),
    "off": Vocabulary({"yes": _NONE}),
    "gone": Vocabulary({"yes": _GONE}),
    "standardcolor": Vocabulary({"color": "standardfarbe|standardfarben", "title": "standardtitel"}),
    "ungroup": Vocabulary(
        {
            "yes": "(dont|do not|no|without|remove [the]) (group|groups|grouping|split) [it|them]|ungrouped"
            "|(ohne|keine) (gruppierung|gruppen)|nicht gruppieren"
        }
    ),
    "aus": Vocabulary({"yes": "aus"}),
    "seethrough": Vocabulary({"yes": "transparency|transparent|see through|transparenz|durchsichtig"}),
    "halfway": Vocabulary(
        {"yes": "half [transparent|opaque]|semi transparent|halb (transparent|durchsichtig)|halbtransparent"}
    ),
    "clarity": Vocabulary(
        {
            "less": "more transparent|less opaque|fainter|paler|transparenter|durchsichtiger|blasser|mehr transparenz"
            "|more transparency",
            "more": "less transparent|more opaque|less transparency|stronger|deckender|weniger (transparent"
            "|durchsichtig)"
            "|weniger transparenz|kräftigere farben",
        }
    ),
    "noline": Vocabulary(
        {
            "yes": f"{_NONE} {_THE} (reference line|reference|line|target line|referenzlinie|hilfslinie|linie)"
            f"|{_THE} (referenzlinie|hilfslinie) {_GONE}"
        }
    ),
    "nokey": Vocabulary(
        {"yes": f"{_NONE} {_THE} {_KEY} [anymore|mehr|anzeigen|zeigen]|{_THE} {_KEY} {_GONE}|blende {_THE} {_KEY} aus"}
    ),
    "linear": Vocabulary(
        {
            "yes": "linear|lineare|linearer|linearen|(no|not|without|non) [a|on] "
            f"{_LOG}|(dont|do not) (use|make it|want|have) [a] {_LOG}|(nicht|ohne|keine|kein|nicht mehr) {_LOG}"
        }
    ),
    "loglog": Vocabulary({"yes": "log log|double (log|logarithmic)|doppelt (log|logarithmisch)"}),
    "both": Vocabulary(
        {
            "yes": "both [axes|axis]|x and y [axes|axis]|x axis and y axis|all axes|beide [achsen]|x und y"
            " [achsen|achse]"
            "|x achse und y achse|alle achsen"
        }
    ),
    "byvalue": Vocabulary({"descending": "(value|values|size|height|amount|größe|wert|werten|höhe)"}),
    "byname": Vocabulary(
        {"label": f"(by|after|nach) {_BY_NAME}|alphabetically|alphabetical|alphabetisch|a to z|a bis z|from a to z"}
    ),
    "asdata": Vocabulary(
        {
            "data": f"unsorted|unordered|unsortiert|(dont|do not|no|not) (sort|sorted|sorting|order) {_IT}"
            f"|[{_IT}] (nicht|keine|ohne) (sortieren|sortiert|sortierung)"
            f"|[keep|use] [the] (order (of|in) [the] {_DATA}|{_DATA} order|order as in [the] {_DATA})"
            "|[reihenfolge] wie in den daten|(ursprüngliche|originale) reihenfolge"
        }
    ),
    "restoff": Vocabulary(
        {
            "yes": "(no|without|hide|remove|drop) [the] (other|others|rest|remainder) [category|bar]"
            "|leave (out [the] (rest|others)|[the] (rest|others) out)|(dont|do not) show [the] (rest|others|other)"
            "|(ohne|keine|kein) [den] (sonstige|sonstigen|rest)|[den] rest (weglassen|ausblenden|nicht zeigen)"
            "|lass den rest weg"
        }
    ),
    "stackoff": Vocabulary(
        {
            "yes": f"(dont|do not|no|not|un) (stack|stacked|stacking) {_IT}|unstacked|overlaid|overlay {_IT}"
            f"|[{_IT}] (nicht|ohne|keine) (gestapelt|stapeln|stapelung)|überlagert|hintereinander"
        }
    ),
    "automaticbins": Vocabulary(
        {
            "yes": "(automatic|auto|default) [number of] bins|bins (automatic|auto)|automatische klassen"
            "|klassen automatisch"
        }
    ),
    "smoothoff": Vocabulary(
        {
            "yes": f"(no|without|remove [the]|dont|do not|not) (smoothing|smooth|smoothed|moving average"
            f"|rolling average) {_IT}"
            "|unsmoothed|(nicht|ohne|keine) (glätten|geglättet|glättung)"
            "|(kein|ohne|keinen) (gleitender|gleitenden) (durchschnitt|mittelwert)|ungeglättet"
        }
    ),
    "axis": Vocabulary(
        {
            "x": "(x|horizontal) [axis|achse|achsen]|xaxis|xachse",
            "y": "(y|vertical) [axis|achse|achsen]|yaxis|yachse",
        }
    ),
    "letter": Vocabulary({"x": "x", "y": "y"}),
    "order": Vocabulary({"descending": _DOWN, "ascending": _UP}),
    "aggregate": Vocabulary(
        {
            "mean": "mean|means|average|averages|averaged|mittelwert|mittelwerte|durchschnitt|durchschnittlich"
            "|durchschnittswert|durchschnittswerte|mittel",
            "sum": "sum|sums|total|totals|summed|summe|summen|gesamtsumme|summiert",
            "median": "median|medians|mediane",
            "count": "count|counts|number of (rows|records|entries)|anzahl|häufigkeit",
            "min": "min|minimum|smallest value|kleinster wert|kleinsten wert",
            "max": "max|maximum|largest value|größter wert|größten wert",
        }
    ),
    "period": Vocabulary(
        {
            "hour": "hour|hourly|stunde|stündlich|stündliche",
            "day": "day|daily|tag|täglich|tägliche",
            "week": "week|weekly|woche|wöchentlich|wöchentliche|wochenweise",
            "month": "month|monthly|monat|monatlich|monatliche|monaten|monatsweise",
            "quarter": "quarter|quarterly|quartal|vierteljährlich|quartalsweise",
            "year": "year|yearly|annual|annually|jahr|jährlich|jährliche",
        }
    ),
    "place": Vocabulary(
        {
            "right": "right|rechts",
            "above": "above|top|oben|darüber",
            "left": "left|links",
            "below": "below|bottom|underneath|unten|darunter",
            "inside": "inside|innen",
        }
    ),
    "brightness": Vocabulary(
        {
            "dark": "dark|black|dunkel|dunkles|dunkle|dunklen|dunkler|dunklem|schwarzer|schwarzem",
            "light": "light|bright|white|hell|helles|helle|hellen|heller|hellem|weißer|weißem",
        }
    ),
    "direction": Vocabulary(
        {
            "horizontal": "horizontal|horizontally|sideways|lying|waagerecht|waagrecht|waagerechte|waagrechte"
            "|waagerechten|liegend|liegende|liegenden|horizontale|horizontalen|quer",
            "vertical": "vertical|vertically|upright|standing|senkrecht|senkrechte|senkrechten|stehend|stehende"
            "|vertikal|vertikale|vertikalen|hochkant",
        }
    ),
    "step": Vocabulary(
        {
            "up": f"{_SOMEWHAT} (larger|bigger|größer|größere|größeren)",
            "down": f"{_SOMEWHAT} (smaller|kleiner|kleinere|kleineren)",
            "double": "twice as (big|large)|doppelt so groß",
            "half": "half as (big|large)|halb so groß",
        }
    ),
    "thickness": Vocabulary(
        {
            "up": f"{_SOMEWHAT} (thicker|wider|bolder|dicker|dickere|dickeren|breiter|breitere|fetter|kräftiger)",
            "down": f"{_SOMEWHAT} (thinner|finer|narrower|dünner|dünnere|dünneren|feiner|feinere|schmaler)",
        }
    ),
    "amount": Vocabulary(
        {
            "up": "more|mehr",
            "down": "fewer|less|weniger",
            "double": "twice as many|doppelt so viele",
            "half": "half as many|halb so viele",
        }
    ),
    "percent": Vocabulary({"yes": "%|percent|per cent|prozent"}),
    "spread": Vocabulary(
        {
            "sd": "sd|standard deviation|standard deviations|standardabweichung|standardabweichungen",
            "sem": "sem|standard error|standard errors|standardfehler",
            "ci95": "ci95|ci|confidence interval|confidence intervals|konfidenzintervall|konfidenzintervalle",
            "minmax": "minmax|min to max|minimum and maximum|minimum und maximum|spannweite",
            "quartiles": "quartiles|quartile|interquartile range",
        }
    ),
    "share": Vocabulary(
        {
            "percent": "percent|per cent|percentages|percentage|%|100 %|100 percent|shares|share|proportions|relative"
            "|prozent|prozente|100 prozent|anteile|anteil|anteilen|relativ|relative",
            "density": "density|densities|dichte|dichten",
            "amount": "absolute|absolut|absolute|counts|amounts|mengen|anzahlen",
        }
    ),
    "dates": Vocabulary(
        {
            "Mon YYYY": "month and year|months and years|monat und jahr|monat jahr|month year",
            "YYYY": "years|year|jahr|jahre|jahreszahl|jahreszahlen",
            "DD Mon": "day and month|tag und monat",
            "HH:MM": "time|the time|time of day|uhrzeit|die uhrzeit|hours|stunden",
            "YYYY-MM-DD": "iso",
            "DD.MM.YYYY": "german|deutsch|deutsche|deutschen",
            "MM/DD/YYYY": "american|us|amerikanisch|amerikanische",
        }
    ),
    "numerals": Vocabulary(
        {
            "1.234,5": "german|deutsch|deutsche|deutscher|deutschen",
            "1,234.5": "english|american|british|us|englisch|englische|englischer|englischen|amerikanische",
            "1 234,5": "french|französisch|französische|französischer|si",
            "1’234.5": "swiss|schweizer|schweizerisch|schweizerische",
        }
    ),
    "decimals": Vocabulary(
        {
            "1.234,5": f"dezimalkomma|dezimalkommas|komma als {_MARK}",
            "1 234,5": "decimal (comma|commas)|comma as [a|the] decimal (separator|mark|sign|point)|comma for decimals",
            "1,234.5": "decimal (point|points)|(point|dot|period) as [a|the] decimal (separator|mark|sign)"
            f"|dezimalpunkt|punkt als {_MARK}",
        }
    ),
    "role": Vocabulary(
        {
            "value": "value|values|amount|wert|werte|betrag|menge|size of the slices",
            "category": "category|categories|kategorie|kategorien|labels|label",
            "group": "group|groups|series|color|colour|gruppe|gruppen|reihe|reihen|serie|serien|farbe",
            "size": "size|bubble size|größe|punktgröße|blasengröße",
        }
    ),
    "chart": Vocabulary({chart_id: name.wording for chart_id, name in CHARTS.items()}),
    "marks": Vocabulary(MARKS),
    "library": Vocabulary(LIBRARIES),
    "color": Vocabulary(COLORS, exact=True),
    "foreign": Vocabulary(OTHER_COLORS, exact=True),
    "option": Vocabulary(OPTIONS),
    "switch": Vocabulary({name: switch.wording for name, switch in SWITCHES.items()}),
}
