"""The client."""

from collections.abc import AsyncIterator, Sequence
from types import TracebackType
from typing import Self

import httpx

from ..answers import answered, reading
from ..generated.api.products import analyze
from ..generated.models.analysis import Analysis
from ..generated.models.analysis_lang import AnalysisLang
from ..generated.models.audit_events_order import AuditEventsOrder
from ..generated.models.audit_events_type import AuditEventsType
from ..generated.models.reviewed_key import ReviewedKey
from ..generated.models.search_item import SearchItem
from ..generated.models.search_lang import SearchLang
from ..generated.models.search_region import SearchRegion
from ..generated.models.search_source import SearchSource
from ..generated.models.trail_event import TrailEvent
from ..generated.operations import AsyncOperations
from ..policy import Quota
from ..settings import LAST_OFFSET, PAGE_SIZE, MealItem, Settings, meal_body
from .transport import AsyncRetryTransport


class AsyncFooddata(AsyncOperations):
    """The operations of a fooddata service.

    A call raises a ``FooddataError`` unless it succeeds. What is safe to repeat is tried again after 429 and 503, when
    ``Retry-After`` is over, and when the connection breaks. Use it in a ``with``, or close it.

    ``timeout``: seconds without progress before a try is given up. ``retries``: tries after the first one.
    ``max_wait``: a longer ``Retry-After`` (seconds) is not waited for. ``transport``: in place of that of httpx.
    """

    def __init__(  # noqa: PLR0913
        self,
        base_url: str,
        api_key: str | None = None,
        *,
        timeout: float = 15.0,
        retries: int = 3,
        max_wait: float = 60.0,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        settings = Settings(base_url=base_url, api_key=api_key, timeout=timeout, retries=retries, max_wait=max_wait)
        self.quota: Quota | None = None
        """What the last answer said of the key; None before the first."""
        retrying = AsyncRetryTransport(transport or httpx.AsyncHTTPTransport(), settings.policy, self._seen)
        self._http = httpx.AsyncClient(transport=retrying, **settings.httpx_arguments)
        self.raw = settings.generated_client().set_async_httpx_client(self._http)
        """For the functions of ``fooddata_client.generated.api``, whose ``asyncio_detailed`` gives headers, too."""

    def _seen(self, quota: Quota) -> None:
        self.quota = quota

    async def __aenter__(self) -> Self:
        """Return the client itself."""
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the connections."""
        await self.aclose()

    async def aclose(self) -> None:
        """Close the connections."""
        await self._http.aclose()

    async def search_all(  # noqa: PLR0913
        self,
        q: str,
        *,
        lang: SearchLang = "en",
        region: SearchRegion | None = None,
        source: SearchSource | None = None,
        limit: int = PAGE_SIZE,
        maximum: int | None = None,
    ) -> AsyncIterator[SearchItem]:
        """Yield the results of a search, page after page of ``limit``, ``maximum`` of them at most."""
        left = LAST_OFFSET + limit if maximum is None else maximum
        offset = 0
        while left > 0 and offset <= LAST_OFFSET:
            page = await self.search(q, lang=lang, region=region, source=source, limit=limit, offset=offset)
            for item in page.results[:left]:
                yield item
            left -= len(page.results)
            offset += len(page.results)
            if not page.results or offset >= page.total:
                return

    async def analyze(
        self,
        text: str | None = None,
        *,
        items: Sequence[MealItem] | None = None,
        lang: AnalysisLang = "en",
        details: bool = False,
    ) -> Analysis:
        """Return the nutrition of a meal, from a description or from its foods."""
        body = meal_body(text, items, lang)
        with reading():
            answer = await analyze.asyncio_detailed(client=self.raw, body=body, details=details)
        meal: Analysis = answered(answer)
        return meal

    async def audit_events_all(  # noqa: PLR0913
        self,
        *,
        from_: str | None = None,
        to: str | None = None,
        actor: str | None = None,
        key: str | None = None,
        account: str | None = None,
        type_: AuditEventsType | None = None,
        order: AuditEventsOrder = "oldest",
        limit: int = 500,
    ) -> AsyncIterator[TrailEvent]:
        """Yield the events of the audit trail, page after page."""
        cursor: str | None = None
        while True:
            page = await self.audit_events(
                from_=from_,
                to=to,
                actor=actor,
                key=key,
                account=account,
                type_=type_,
                order=order,
                cursor=cursor,
                limit=limit,
            )
            for event in page.rows:
                yield event
            if page.next_ is None:
                return
            cursor = page.next_

    async def audit_keys_all(self, *, account: str | None = None, limit: int = 500) -> AsyncIterator[ReviewedKey]:
        """Yield all keys that there ever were, with their lives, page after page."""
        offset: int | None = 0
        while offset is not None:
            page = await self.audit_keys(account=account, offset=offset, limit=limit)
            for key in page.rows:
                yield key
            offset = page.next_
