"""When a call is tried again, and what its failures are."""

import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

import httpx

from .errors import (
    FooddataError,
    ServiceConnectionError,
    ServiceTimeoutError,
    UnexpectedAnswerError,
    api_error,
    retry_after_seconds,
)
from .generated.api.products import POSTS

# by these the service says that it has not done what it was asked, and that it may be asked again
_PASSING = frozenset({429, 503})


@dataclass(frozen=True)
class RetryPolicy:
    """How often a call is tried again, and the longest ``Retry-After`` (seconds) that it waits for."""

    retries: int
    max_wait: float

    def __post_init__(self) -> None:
        if not 0 <= self.retries <= 10:  # noqa: PLR2004
            raise ValueError("retries must be from 0 to 10")
        if not 0 <= self.max_wait <= 3600:  # noqa: PLR2004
            raise ValueError("max_wait must be from 0 to 3600 seconds")

    def wait_before(self, outcome: httpx.Response | FooddataError, request: httpx.Request, tried: int) -> float | None:
        """Return the seconds before another try; None where there is none."""
        if tried >= self.retries or not _is_repeatable(request):
            return None
        backoff = min(8.0, 0.5 * 2**tried)
        # not all callers that were refused together come back together
        jitter = random.random() * backoff  # noqa: S311
        asked = None
        if isinstance(outcome, httpx.Response):
            if outcome.status_code not in _PASSING:
                return None
            asked = retry_after_seconds(outcome.headers.get("retry-after"), datetime.now(UTC))
        elif not isinstance(outcome, ServiceConnectionError):
            return None
        wait = (backoff + jitter) / 2 if asked is None else asked + jitter
        return wait if wait <= self.max_wait else None


@dataclass(frozen=True)
class Quota:
    """What the last answer said of the key: its plan, and its requests of the day; -1 is unlimited."""

    plan: str
    limit: int
    remaining: int


Seen = Callable[[Quota], None]


# whatever is asked of the products only reads them, also where a question is too long for an address
_READING_POSTS = tuple(re.compile(re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(path)) + "$") for path in POSTS)


def _is_repeatable(request: httpx.Request) -> bool:
    # reading, also by a POST; a key is not rotated twice
    if request.method == "POST":
        return any(path.search(request.url.path) for path in _READING_POSTS)
    return request.method in {"GET", "HEAD"}


def unanswered(request: httpx.Request, cause: httpx.RequestError) -> FooddataError:
    """Return the error of a try that got no answer, or one that cannot be read."""
    where = f"{request.url.scheme}://{request.url.netloc.decode()}"
    failure = _failure(where, cause)
    failure.__cause__ = cause
    return failure


def _failure(where: str, cause: httpx.RequestError) -> FooddataError:
    if isinstance(cause, httpx.TimeoutException):
        return ServiceTimeoutError(f"{where} takes too long to answer")
    if isinstance(cause, httpx.TransportError):
        return ServiceConnectionError(f"no connection to {where}: {cause}")
    return UnexpectedAnswerError(f"an answer of {where} that cannot be read: {cause}")


def failure_of(outcome: httpx.Response | FooddataError) -> FooddataError:
    """Return the error of the last try."""
    return outcome if isinstance(outcome, FooddataError) else api_error(outcome)


def report(response: httpx.Response, seen: Seen) -> None:
    """Pass on what an answer says of its key."""
    plan = response.headers.get("x-plan")
    limit = response.headers.get("x-ratelimit-limit")
    remaining = response.headers.get("x-ratelimit-remaining")
    if plan is not None and limit is not None and remaining is not None:
        seen(Quota(plan=plan, limit=int(limit), remaining=int(remaining)))
