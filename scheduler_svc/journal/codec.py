"""The codec: frozen dataclasses to JSON text and back, strictly, so that a row is understood whole or refused."""

from __future__ import annotations

import base64
import json
import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache
from typing import TYPE_CHECKING, Any, Final, TypeVar, Union, get_args, get_origin, get_type_hints

from pydantic_core import to_json

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

T = TypeVar("T")
Decode = Callable[[Any], Any]

_SHOWN: Final = 80  # characters of a wrong value that an error repeats


class CodecError(Exception):
    """A text does not hold what it should; the message names the field."""


def encode(value: object) -> str:
    """`value`, a dataclass of plain fields, as JSON text; bytes are base64."""
    return to_json(value, bytes_mode="base64", inf_nan_mode="constants").decode()


def encode_in_steps(value: DataclassInstance) -> str:
    """As `encode`, for something large: in many small steps, so that other threads get their turn meanwhile."""
    parts = (f"{encode(field.name)}:{_items(getattr(value, field.name))}" for field in fields(value))
    return f"{{{','.join(parts)}}}"


def _items(value: object) -> str:
    return f"[{','.join(map(encode, value))}]" if isinstance(value, tuple) else encode(value)


def decode(kind: type[T], text: str) -> T:
    """The `kind` that `text` holds. An unknown, missing or ill-typed field raises `CodecError`."""
    try:
        raw = json.loads(text)
    except ValueError as error:
        raise CodecError(f"{kind.__name__}: this is no JSON") from error
    try:
        hint: Any = kind
        found: T = _decoder(hint)(raw)
    except _WrongError as error:
        raise CodecError(f"{kind.__name__}{error.path}: {error.text}") from error
    return found


class _WrongError(Exception):
    """A value is not of its type; `path` grows on the way out."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text
        self.path = ""

    def under(self, step: str) -> _WrongError:
        self.path = step + self.path
        return self


@cache
def _decoder(hint: Any) -> Decode:
    if is_dataclass(hint) and isinstance(hint, type):
        return _dataclass(hint)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return _enum(hint)
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return _union(args)
    if origin is tuple and args[-1:] != (Ellipsis,):
        return _fixed(args)
    if origin in (tuple, list, frozenset, set):
        return _many(origin, args[0])
    if origin in (dict, Mapping):
        return _mapping(args)
    return _plain(hint)


def _dataclass(kind: Any) -> Decode:
    hints = get_type_hints(kind)
    decoders = {field.name: _decoder(hints[field.name]) for field in fields(kind) if field.init}
    required = {
        field.name
        for field in fields(kind)
        if field.init and field.default is MISSING and field.default_factory is MISSING
    }

    def read(raw: Any) -> Any:
        if not isinstance(raw, dict):
            raise _wrong(raw, "an object")
        for problem, names in (("is not known", raw.keys() - decoders), ("is missing", required - raw.keys())):
            if names:
                raise _WrongError(problem).under(f".{min(names)}")
        return kind(**{name: _step(f".{name}", decoders[name], value) for name, value in raw.items()})

    return read


def _enum(kind: type[Enum]) -> Decode:
    def read(raw: Any) -> Any:
        try:
            return kind(raw)
        except ValueError as error:
            raise _wrong(raw, f"one of {', '.join(str(member.value) for member in kind)}") from error

    return read


def _union(options: tuple[Any, ...]) -> Decode:
    decoders = [_decoder(option) for option in options if option is not types.NoneType]
    optional = types.NoneType in options

    def read(raw: Any) -> Any:
        if raw is None and optional:
            return None
        wrong: list[_WrongError] = []
        for decoder in decoders:
            try:
                return decoder(raw)
            except _WrongError as error:
                wrong.append(error)
        raise wrong[0]

    return read


def _fixed(args: tuple[Any, ...]) -> Decode:
    decoders = [_decoder(each) for each in args]

    def read(raw: Any) -> Any:
        if not isinstance(raw, list) or len(raw) != len(decoders):
            raise _wrong(raw, f"a list of {len(decoders)}")
        return tuple(_step(f"[{number}]", *pair) for number, pair in enumerate(zip(decoders, raw, strict=True)))

    return read


def _many(origin: Any, item: Any) -> Decode:
    decoder = _decoder(item)

    def read(raw: Any) -> Any:
        if not isinstance(raw, list):
            raise _wrong(raw, "a list")
        return origin(_step(f"[{number}]", decoder, each) for number, each in enumerate(raw))

    return read


def _mapping(args: tuple[Any, ...]) -> Decode:
    key_type, decoder = args[0], _decoder(args[1])
    # A JSON object's keys are text whatever they were before.
    read_key: Decode = int if key_type is int else _decoder(key_type)

    def read(raw: Any) -> Any:
        if not isinstance(raw, dict):
            raise _wrong(raw, "an object")
        return {_step(f".{key}", read_key, key): _step(f".{key}", decoder, value) for key, value in raw.items()}

    return read


def _plain(kind: Any) -> Decode:
    if kind is bytes:
        return _bytes
    allowed: tuple[type, ...] = (int, float) if kind is float else (kind,)

    def read(raw: Any) -> Any:
        if not isinstance(raw, allowed) or (isinstance(raw, bool) and kind is not bool):
            raise _wrong(raw, kind.__name__)
        return kind(raw)

    return read


def _bytes(raw: Any) -> bytes:
    try:
        # What we write is the URL-safe alphabet.
        return base64.b64decode(raw, altchars=b"-_", validate=True)
    except (TypeError, ValueError) as error:
        raise _wrong(raw, "base64") from error


def _step(name: str, decoder: Decode, raw: Any) -> Any:
    try:
        return decoder(raw)
    except _WrongError as error:
        raise error.under(name) from error.__cause__


def _wrong(raw: Any, wanted: str) -> _WrongError:
    return _WrongError(f"{wanted} is needed, not {repr(raw)[:_SHOWN]}")
