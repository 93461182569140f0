"""Code names: what columns of codes, papers, postcodes, telephones and other things with a number are called."""

from __future__ import annotations

import re
from typing import Final

CODES: Final = re.compile(
    r"(?:^|[\s_.-])(?:code|codes|nace|isic|naics|sic|isin|hs|icd|taric|kn|version|release|firmware|kapitel|chapter"
    r"|chapitre|cap[ií]tulo|section|abschnitt|clause|paragraph|gliederung|outline|sort ?code|blz)\.?$"
    r"|[a-zäöü](?:code|version|abschnitt|kapitel)$",
    re.IGNORECASE,
)
#: What is numbered, also in parts: `1.1.01`.
_LISTED: Final = re.compile(
    r"(?:^|[\s_.-])(?:nr|no|pos|position|ziffer|item|wbs|psp|id|artikel|article|sku)\.?$|[a-zäöü](?:nr\.?|nummer)$",
    re.IGNORECASE,
)
#: What is numbered year by year: `2024-1`.
_PAPERS: Final = re.compile(
    r"(?:^|[\s_.-])(?:invoices?|rechnung|beleg|auftrag|bestellung|order|ticket|case|akte|aktenzeichen|vorgang|vertrag"
    r"|contract|protokoll|antrag|facture|factura|fattura|fatura|faktura|number|num|#|№|n[°º])\.?$"
    r"|[a-zäöü](?:rechnung|beleg|auftrag|zeichen)$|番号|编号|編號|번호",
    re.IGNORECASE,
)
#: Ids whose name is one word: `SampleID`, `customerid`, `EAN`.
_CAMEL_IDS: Final = re.compile(r"[a-z0-9](?:Id|ID|No|Nr|Num|Number)$")
_IDS: Final = re.compile(
    r"(?:^|[\s_.-])(?:uid|uuid|guid|ean|gtin|upc|mrn|sn|serial|barcode|isbn|issn|imei|vin|account|acct|konto|matrikel|hrb|pk"
    r"|pid|(?:user|customer|client|patient|student|sample|order|product|device|member|employee|subject|person|record|row|case"
    r"|account|invoice|item)(?:id|no|nr|num|number))$",
    re.IGNORECASE,
)
#: People and things, which are numbered as well: `Batch 2024-1`.
_THINGS: Final = re.compile(
    r"(?:^|[\s_.-])(?:model|modell|batch|charge|lot|los|room|raum|zimmer|sample|probe|specimen|project|projekt|run|lauf"
    r"|issue|customer|client|kunde|kundin|patient|patientin|student|studentin|schüler|schülerin|pupil|subject|proband"
    r"|participant|employee|mitarbeiter|member|mitglied|person|user|device|gerät|product|produkt|part|key|ref"
    r"|reference|heft|ausgabe|volume|edition|paper|report|experiment|session|sitzung|beschluss|drucksache)s?\s?#?$",
    re.IGNORECASE,
)
POSTCODES: Final = re.compile(
    r"(?:^|[\s_.-])(?:plz|zip|postal)(?:[\s_-]?codes?)?$|(?:^|[\s_.-])(?:post[\s_-]?(?:code|nr|nummer)|postleitzahl"
    r"|code[\s_]postal|c[oó]digo[\s_]postal|codice[\s_]postale|kod[\s_]pocztowy|psč)$|邮编|邮政编码|郵便番号|우편번호",
    re.IGNORECASE,
)
COST_CENTRES: Final = re.compile(
    r"(?:^|[\s_.-])(?:kostenstellen?|kostenträger|profit[\s_-]?cent(?:er|re)|cost[\s_-]?cent(?:er|re)|sachkonto"
    r"|g/?l[\s_-]?account)$",
    re.IGNORECASE,
)
#: What servers answer with, 200 and 404.
ANSWERS: Final = re.compile(
    r"(?:^|[\s_.-])(?:https?[\s_-]?(?:status|code|status[\s_-]?code)|(?:status|response)[\s_-]?code)$", re.IGNORECASE
)
TELEPHONES: Final = re.compile(
    r"(?:^|[\s_.-])(?:(?:tele)?phone|tel|telefon|t[ée]l[ée](?:phone|fono)|fax|rufnummer|mobile?|handy|cell(?:phone)?"
    r"|whatsapp)(?:[\s_-]?(?:no|nr|number|nummer))?\.?$|(?:telefon|ruf|handy|mobil|fax)nummer$|电话|手机|電話|전화",
    re.IGNORECASE,
)
DIALLED: Final = re.compile(
    r"(?:^|[\s_.-])(?:dial(?:l?ing)?|calling|phone|country)(?:[\s_-]?(?:codes?|prefix))?$|vorwahl(?:en)?$|indicatif$|prefijo$",
    re.IGNORECASE,
)
OF_NUMBERS: Final = re.compile(r"(?:number|nummer|nr|no|tel|fax)\.?$", re.IGNORECASE)  # `phone` may be what is sold
PLAIN_CODES: Final = re.compile(r"(?:^|[\s_.-])codes?$|[a-zäöü]code$", re.IGNORECASE)
#: What has a number and no size: the house 7 1/2, the class 3/4.
COUNTED: Final = re.compile(
    r"(?:^|[\s_.])(?:nr|no|num(?:ber|mer)?|apt|apartment|house|haus|unit|suite|room|class|klasse|result|ergebnis|score)\.?$"
    r"|(?:haus|wohnungs)[\s-]?(?:nr\.?|nummer)$",
    re.IGNORECASE,
)


def is_named_like_codes(name: str) -> bool:
    """Whether a column of this `name` holds codes, or numbers of papers and things."""
    return any(form.search(name) for form in (CODES, _LISTED, _PAPERS, _CAMEL_IDS, _IDS))


def is_named_like_things(name: str) -> bool:
    """Whether a column of this `name` holds people or things, which may have names or numbers of any form."""
    return _THINGS.search(name) is not None
