"""Tries and waits of a call; httpx does the rest."""

import anyio
import httpx

from ..errors import FooddataError
from ..policy import RetryPolicy, Seen, failure_of, report, unanswered


class AsyncRetryTransport(httpx.AsyncBaseTransport):
    """Repeats what is safe to repeat; raises for every answer that is no success."""

    def __init__(self, inner: httpx.AsyncBaseTransport, policy: RetryPolicy, seen: Seen) -> None:
        self._inner = inner
        self._policy = policy
        self._seen = seen

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Send the request, again where that is of use."""
        tried = 0
        while True:
            outcome = await self._attempt(request)
            if isinstance(outcome, httpx.Response) and outcome.is_success:
                return outcome
            wait = self._policy.wait_before(outcome, request, tried)
            if wait is None:
                raise failure_of(outcome)
            await anyio.sleep(wait)
            tried += 1

    async def _attempt(self, request: httpx.Request) -> httpx.Response | FooddataError:
        try:
            response = await self._inner.handle_async_request(request)
            try:
                await response.aread()
            finally:
                await response.aclose()
        except httpx.RequestError as cause:
            return unanswered(request, cause)
        report(response, self._seen)
        return response

    async def aclose(self) -> None:
        """Close the connections."""
        await self._inner.aclose()
