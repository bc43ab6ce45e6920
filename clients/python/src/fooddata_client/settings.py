"""What both clients are made from, and how both read answers."""

import re
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NotRequired, TypedDict, TypeVar

import httpx

from .errors import UnexpectedAnswerError
from .generated.client import AuthenticatedClient
from .generated.types import UNSET, Response, Unset
from .policy import RetryPolicy

LAST_OFFSET = 10_000
PAGE_SIZE = 50

T = TypeVar("T")


class MealItem(TypedDict):
    """One food of a meal: its weight as ``grams``, or as ``amount`` with ``unit``."""

    food: str
    grams: NotRequired[float]
    amount: NotRequired[float]
    unit: NotRequired[str]


@dataclass(frozen=True, kw_only=True, repr=False)
class Settings:
    """Where the service is, the key, and how long and how often a call tries; never shows the key."""

    base_url: str
    api_key: str | None
    timeout: float
    retries: int
    max_wait: float

    def __post_init__(self) -> None:
        if re.fullmatch(r"https?://[^\s/]+.*", self.base_url) is None:
            raise ValueError("base_url must be an absolute http or https URL")
        if self.api_key is not None and re.fullmatch(r"[\x21-\x7e]+", self.api_key) is None:
            raise ValueError("api_key must be visible ASCII characters, without spaces")
        if not 0 < self.timeout <= 600:  # noqa: PLR2004
            raise ValueError("timeout must be above 0 and at most 600 seconds")

    @property
    def policy(self) -> RetryPolicy:
        """How often a call is tried again."""
        return RetryPolicy(retries=self.retries, max_wait=self.max_wait)

    @property
    def httpx_arguments(self) -> dict[str, Any]:
        """What both clients of httpx are made with. No redirect is followed: a key goes where it was meant to go."""
        headers = {"accept": "application/json"}
        if self.api_key is not None:
            headers["x-api-key"] = self.api_key
        return {"base_url": self.base_url.rstrip("/"), "headers": headers, "timeout": httpx.Timeout(self.timeout)}

    def generated_client(self) -> AuthenticatedClient:
        """Return the generated client; its requests go through the client of httpx that it is given."""
        return AuthenticatedClient(base_url=self.base_url, token="")


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


def answered(response: Response[Any], kind: type[T]) -> T:
    """Return the body of an answer that is of this kind."""
    if isinstance(response.parsed, kind):
        return response.parsed
    raise UnexpectedAnswerError(f"an answer with status {int(response.status_code)} that is none of the interface")


def meal_body(text: str | None, items: Sequence[MealItem] | None, lang: str) -> dict[str, Any]:
    """Return the body of an analysis."""
    if (text is None) == (items is None):
        raise ValueError("a meal is a text or items")
    return {"lang": lang, "text": text} if items is None else {"lang": lang, "items": [dict(item) for item in items]}
