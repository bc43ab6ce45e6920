"""What both clients are made from."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NotRequired, TypedDict

import httpx

from .generated.client import AuthenticatedClient
from .policy import RetryPolicy

LAST_OFFSET = 10_000
PAGE_SIZE = 50


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
        if not _is_absolute(self.base_url):
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


def _is_absolute(text: str) -> bool:
    try:
        url = httpx.URL(text)
    except httpx.InvalidURL:
        return False
    return url.scheme in {"http", "https"} and url.host != ""


def meal_body(text: str | None, items: Sequence[MealItem] | None, lang: str) -> dict[str, Any]:
    """Return the body of an analysis; raise ``TypeError`` or ``ValueError`` for one that JSON cannot hold."""
    if (text is None) == (items is None):
        raise ValueError("a meal is a text or items")
    meal = {"text": text} if items is None else {"items": [dict(item) for item in items]}
    body = {"lang": lang, **meal}
    json.dumps(body, allow_nan=False)
    return body
