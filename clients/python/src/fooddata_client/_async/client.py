"""The client."""

from collections.abc import AsyncIterator, Sequence
from types import TracebackType
from typing import Self

import httpx

from ..generated.api.account import me, plans, rotate_key
from ..generated.api.audit import audit_events, audit_failures, audit_keys, audit_usage
from ..generated.api.products import analyze, barcode, product, search, semantic_search
from ..generated.client import AuthenticatedClient
from ..generated.models.account import Account
from ..generated.models.analysis import Analysis
from ..generated.models.analysis_lang import AnalysisLang
from ..generated.models.audit_events_type import AuditEventsType
from ..generated.models.barcode_found import BarcodeFound
from ..generated.models.barcode_not_found import BarcodeNotFound
from ..generated.models.failed_authentications import FailedAuthentications
from ..generated.models.key_review import KeyReview
from ..generated.models.key_rotation import KeyRotation
from ..generated.models.plans import Plans
from ..generated.models.product import Product
from ..generated.models.reconciliation import Reconciliation
from ..generated.models.search_item import SearchItem
from ..generated.models.search_lang import SearchLang
from ..generated.models.search_region import SearchRegion
from ..generated.models.search_response import SearchResponse
from ..generated.models.search_source import SearchSource
from ..generated.models.semantic_search_response import SemanticSearchResponse
from ..generated.models.trail import Trail
from ..generated.models.trail_event import TrailEvent
from ..policy import Quota
from ..settings import LAST_OFFSET, PAGE_SIZE, MealItem, Settings, answered, given, meal_body, reading
from .transport import AsyncRetryTransport


class AsyncFooddata:
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
        settings = Settings(
            base_url=base_url, api_key=api_key, timeout=timeout, retries=retries, max_wait=max_wait
        )
        self.quota: Quota | None = None
        """What the last answer said of the key; None before the first."""
        retrying = AsyncRetryTransport(transport or httpx.AsyncHTTPTransport(), settings.policy, self._seen)
        self._http = httpx.AsyncClient(transport=retrying, **settings.httpx_arguments)
        self.raw: AuthenticatedClient = settings.generated_client().set_async_httpx_client(self._http)
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

    async def search(  # noqa: PLR0913
        self,
        q: str,
        *,
        lang: SearchLang = "en",
        region: SearchRegion | None = None,
        source: SearchSource | None = None,
        limit: int = 10,
        offset: int = 0,
    ) -> SearchResponse:
        """Return a page of the products that have the words."""
        with reading():
            answer = await search.asyncio_detailed(
                client=self.raw,
                q=q,
                lang=lang,
                region=given(region),
                source=given(source),
                limit=limit,
                offset=offset,
            )
        return answered(answer, SearchResponse)

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
        left = LAST_OFFSET + PAGE_SIZE if maximum is None else maximum
        for offset in range(0, LAST_OFFSET + 1, limit):
            if left <= 0:
                return
            page = await self.search(q, lang=lang, region=region, source=source, limit=limit, offset=offset)
            for item in page.results[:left]:
                yield item
            left -= len(page.results)
            if not page.results or offset + len(page.results) >= page.total:
                return

    async def semantic_search(self, q: str, *, limit: int = 10) -> SemanticSearchResponse:
        """Return products that meet a need, stated in natural language."""
        with reading():
            answer = await semantic_search.asyncio_detailed(client=self.raw, q=q, limit=limit)
        return answered(answer, SemanticSearchResponse)

    async def barcode(self, code: str, *, details: bool = False) -> BarcodeFound | BarcodeNotFound:
        """Return the product with the barcode; ``found`` is false where there is none."""
        with reading():
            answer = await barcode.asyncio_detailed(code, client=self.raw, details=details)
        missing = answer.parsed
        return missing if isinstance(missing, BarcodeNotFound) else answered(answer, BarcodeFound)

    async def product(self, product_id: str, *, details: bool = False) -> Product:
        """Return the product with the ID; raise ``NotFoundError`` where there is none."""
        with reading():
            answer = await product.asyncio_detailed(product_id, client=self.raw, details=details)
        return answered(answer, Product)

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
        return answered(answer, Analysis)

    async def me(self) -> Account:
        """Return plan and usage of the key."""
        with reading():
            answer = await me.asyncio_detailed(client=self.raw)
        return answered(answer, Account)

    async def plans(self) -> Plans:
        """Return the plans on sale."""
        with reading():
            answer = await plans.asyncio_detailed(client=self.raw)
        return answered(answer, Plans)

    async def rotate_key(self) -> KeyRotation:
        """Return a new key, shown this once; this client's own is dead from then on. Never tried twice."""
        with reading():
            answer = await rotate_key.asyncio_detailed(client=self.raw)
        return answered(answer, KeyRotation)

    async def audit_events(  # noqa: PLR0913
        self,
        *,
        from_: str | None = None,
        to: str | None = None,
        actor: str | None = None,
        key: str | None = None,
        account: str | None = None,
        type_: AuditEventsType | None = None,
        cursor: str | None = None,
        limit: int = 100,
    ) -> Trail:
        """Return a page of the audit trail. For keys with the role auditor, as are the four below."""
        with reading():
            answer = await audit_events.asyncio_detailed(
                client=self.raw,
                from_=given(from_),
                to=given(to),
                actor=given(actor),
                key=given(key),
                account=given(account),
                type_=given(type_),
                cursor=given(cursor),
                limit=limit,
            )
        return answered(answer, Trail)

    async def audit_events_all(  # noqa: PLR0913
        self,
        *,
        from_: str | None = None,
        to: str | None = None,
        actor: str | None = None,
        key: str | None = None,
        account: str | None = None,
        type_: AuditEventsType | None = None,
        limit: int = 500,
    ) -> AsyncIterator[TrailEvent]:
        """Yield the events of the audit trail, page after page, oldest first."""
        cursor: str | None = None
        while True:
            page = await self.audit_events(
                from_=from_, to=to, actor=actor, key=key, account=account, type_=type_, cursor=cursor, limit=limit
            )
            for event in page.rows:
                yield event
            if page.next_ is None:
                return
            cursor = page.next_

    async def audit_keys(self, *, offset: int = 0, limit: int = 100) -> KeyReview:
        """Return a page of all keys with their lives."""
        with reading():
            answer = await audit_keys.asyncio_detailed(client=self.raw, offset=offset, limit=limit)
        return answered(answer, KeyReview)

    async def audit_failures(  # noqa: PLR0913
        self,
        *,
        from_: str | None = None,
        to: str | None = None,
        prefix: str | None = None,
        address: str | None = None,
        limit: int = 100,
    ) -> FailedAuthentications:
        """Return failed authentications, counted by hour, key prefix and address."""
        with reading():
            answer = await audit_failures.asyncio_detailed(
                client=self.raw,
                from_=given(from_),
                to=given(to),
                prefix=given(prefix),
                address=given(address),
                limit=limit,
            )
        return answered(answer, FailedAuthentications)

    async def audit_usage(self, key: str, *, from_: str, to: str) -> Reconciliation:
        """Return what those say who count the calls of a key, day by day."""
        with reading():
            answer = await audit_usage.asyncio_detailed(client=self.raw, key=key, from_=from_, to=to)
        return answered(answer, Reconciliation)
