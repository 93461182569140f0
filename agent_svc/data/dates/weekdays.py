"""Weekdays: their names and short forms in the languages of Europe, Turkish, Arabic and Indonesian."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from agent_svc.data.dates.months import folded

_NAMES: Final = (
    "mon monday mo montag lundi lunes lunedì maandag lun poniedziałek pn понедельник пн pondělí pondelok pazartesi "
    "pzt maanantai måndag mandag mån man hétfő senin segunda-feira δευτέρα понеділок понеделник luni الاثنين "
    "الإثنين",
    "tue tues tuesday di dienstag mardi martes martedì dinsdag mar wtorek wt вторник вт úterý utorok salı tiistai "
    "tisdag tirsdag tis tir kedd selasa terça-feira τρίτη вівторок marți الثلاثاء",
    "wed wednesday mi mittwoch mercredi miércoles mercoledì woensdag wo mer mié środa śr среда ср středa streda "
    "çarşamba keskiviikko onsdag ons szerda rabu quarta-feira τετάρτη середа сряда miercuri الأربعاء الاربعاء",
    "thu thur thurs thursday do donnerstag jeudi jueves giovedì donderdag jeu jue gio czwartek czw четверг чт "
    "čtvrtek štvrtok perşembe torstai torsdag tor tors csütörtök kamis quinta-feira πέμπτη четвер четвъртък joi "
    "الخميس",
    "fri friday fr freitag vendredi viernes venerdì vrijdag vr ven vie piątek pt пятница пт pátek piatok cuma "
    "perjantai fredag fre péntek jumat jum'at sexta-feira παρασκευή п'ятниця п’ятниця петък vineri الجمعة",
    "sat saturday sa samstag sonnabend samedi sábado sabato zaterdag za sam sáb sab sobota sob суббота сб cumartesi "
    "cmt lauantai lördag lørdag lör lør szombat sabtu σάββατο субота събота sâmbătă السبت",
    "sun sunday so sonntag dimanche domingo domenica zondag zo dim dom niedziela nd ndz воскресенье вс neděle "
    "nedeľa pazar sunnuntai söndag søndag sön søn vasárnap minggu κυριακή неділя неделя duminică الأحد الاحد",
)
WEEKDAYS: Final = MappingProxyType({folded(n): place for place, names in enumerate(_NAMES, 1) for n in names.split()})
