"""What a call of this client raises."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

import httpx

_LONGEST_NUMBER = 9


class FooddataError(Exception):
    """Everything that a call of this client raises."""


class ServiceConnectionError(FooddataError):
    """The service could not be reached, or the connection broke."""


class ServiceTimeoutError(FooddataError):
    """The service did not go on with its answer within the time limit."""


class UnexpectedAnswerError(FooddataError):
    """An answer that this version of the client cannot read."""


@dataclass(frozen=True)
class Offence:
    """What is wrong with one parameter or one field of a body."""

    type: str
    loc: Sequence[str | int]
    msg: str
    input: Any


class ApiError(FooddataError):
    """An answer that is no success. Its subclasses are the statuses that a caller can act on.

    ``request_id`` names the request in the service's log. ``retry_after`` is how many seconds the service asks to wait,
    None where it says nothing. ``offences`` are those of a 422, else none.
    """

    def __init__(self, response: httpx.Response) -> None:
        detail = _detail_of(response)
        self.status: int = response.status_code
        self.offences: Sequence[Offence] = _offences_of(detail)
        self.detail: str = _text_of(detail, self.offences) or response.reason_phrase
        self.request_id: str | None = response.headers.get("x-request-id")
        self.retry_after: float | None = retry_after_seconds(response.headers.get("retry-after"), datetime.now(UTC))
        super().__init__(f"{self.status}: {self.detail}")


class AuthenticationError(ApiError):
    """401: no key, or one that is not valid."""


class ForbiddenError(ApiError):
    """403: the plan or the role of the key does not include it."""


class NotFoundError(ApiError):
    """404: there is no such product."""


class ValidationError(ApiError):
    """422: ``offences`` says which parameters are missing or invalid."""


class RateLimitError(ApiError):
    """429: a limit is used up; ``retry_after`` says when it is worth another try."""


class UnavailableError(ApiError):
    """503: the service is overloaded or not ready."""


_BY_STATUS: Mapping[int, type[ApiError]] = {
    401: AuthenticationError,
    403: ForbiddenError,
    404: NotFoundError,
    422: ValidationError,
    429: RateLimitError,
    503: UnavailableError,
}


def api_error(response: httpx.Response) -> ApiError:
    """Return the error of an answer that is no success and was read to its end."""
    return _BY_STATUS.get(response.status_code, ApiError)(response)


def retry_after_seconds(header: str | None, now: datetime) -> float | None:
    """Return ``Retry-After`` in seconds from now: it is a number of seconds or a date (RFC 9110, 10.2.3)."""
    text = (header or "").strip()
    if text.isascii() and text.isdecimal() and len(text) <= _LONGEST_NUMBER:
        return float(text)
    try:
        date = parsedate_to_datetime(text)
    except ValueError:
        return None
    return max(0.0, (date.replace(tzinfo=date.tzinfo or UTC) - now).total_seconds())


def _detail_of(response: httpx.Response) -> object:
    try:
        body = json.loads(response.content)
    except ValueError:
        # no JSON: whoever answered was not the service
        return None
    return body.get("detail") if isinstance(body, dict) else None


def _offences_of(detail: object) -> Sequence[Offence]:
    if not isinstance(detail, list):
        return ()
    return tuple(
        Offence(type=item["type"], loc=tuple(item["loc"]), msg=item["msg"], input=item.get("input"))
        for item in detail
        if isinstance(item, dict) and isinstance(item.get("loc"), list) and "type" in item and "msg" in item
    )


def _text_of(detail: object, offences: Sequence[Offence]) -> str:
    if isinstance(detail, str):
        return detail
    return "; ".join(f"{'.'.join(str(part) for part in offence.loc)}: {offence.msg}" for offence in offences)
