"""How methods pass parameters on, and read answers."""

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any, TypeVar

from .errors import UnexpectedAnswerError
from .generated.types import UNSET, Response, Unset

T = TypeVar("T")


def given(value: T | None) -> T | Unset:
    """Return the value of a parameter, or that it is not sent."""
    return UNSET if value is None else value


@contextmanager
def reading() -> Generator[None]:
    """Raise ``UnexpectedAnswerError`` where the generated code cannot read an answer."""
    try:
        yield
    except (AttributeError, KeyError, TypeError, ValueError) as cause:
        raise UnexpectedAnswerError("an answer that this version of the client cannot read") from cause


def answered(response: Response[Any]) -> Any:
    """Return the body of an answer; the transport raises for every one that is no success."""
    if response.parsed is None:
        raise UnexpectedAnswerError(f"an answer with status {int(response.status_code)} that is none of the interface")
    return response.parsed
