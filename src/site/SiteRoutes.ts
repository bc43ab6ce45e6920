import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerRequest } from "effect/http"
import { notFoundDetail } from "../api/contract/ErrorBodies.ts"
import { detailResponse } from "../api/ErrorResponse.ts"
import { ErrorPages } from "../api/ErrorPages.ts"
import { Exchange } from "../api/Exchange.ts"
import { documentRoute } from "../api/FixedDocument.ts"
import { HttpOptions } from "../api/HttpOptions.ts"
import { addressesOf, type Page } from "../api/PagePaths.ts"
import { AccountPages } from "./account/AccountRoutes.ts"
import { siteFiles } from "./assets/SiteFiles.ts"
import { type PageAnswer, pageResponse } from "./layout/PageResponse.ts"
import { errorPage } from "./pages/ErrorPage.ts"
import { docsPage } from "./pages/DocsPage.ts"
import { homePage } from "./pages/HomePage.ts"
import { playgroundPage } from "./pages/PlaygroundPage.ts"
import { plansPage } from "./pages/PlansPage.ts"
import { acceptsHtml, asksForHtml } from "./request/Accepts.ts"
import { type PageRequest, pageRequest } from "./request/PageRequest.ts"

type MakePage = (request: PageRequest) => Effect.Effect<PageAnswer>

const notFound = detailResponse(404, notFoundDetail, { vary: "Accept" })

/** A page at each of its addresses. Who asks for JSON there gets what any path without an operation gives. */
const pageRoutes = (page: Page, make: MakePage) =>
  Effect.map(HttpOptions, (deployment) => {
    const answer = Effect.gen(function* () {
      const exchange = yield* Exchange
      const request = yield* HttpServerRequest.HttpServerRequest
      exchange.route = page
      if (!acceptsHtml(request.headers["accept"])) return notFound
      const asked = pageRequest(request, exchange, page, deployment)
      return yield* Effect.flatMap(make(asked), (answer) => pageResponse(asked, answer))
    })
    return addressesOf(page).map((path) => HttpRouter.route("GET", path, answer))
  })

const pages = Effect.gen(function* () {
  const offer = yield* HttpOptions
  const routes = [
    yield* pageRoutes("/", yield* homePage),
    yield* pageRoutes("/plans", (asked) => Effect.succeed(plansPage(asked, offer))),
    yield* pageRoutes("/docs", (asked) => Effect.succeed(docsPage(asked))),
    yield* pageRoutes("/playground", yield* playgroundPage)
  ]
  return routes.flat()
})

/** The pages for people, in their three languages, and what they are made of. */
export const SiteRoutes = Layer.mergeAll(
  HttpRouter.addAll(pages),
  AccountPages,
  Layer.unwrap(Effect.sync(() => Layer.mergeAll(Layer.empty, ...siteFiles().map(documentRoute))))
)

/** Errors outside of the interface as pages, to who asks for HTML. */
export const SiteErrorPages = Layer.effect(
  ErrorPages,
  Effect.map(HttpOptions, (deployment) => (request, exchange, error) => {
    const isPage = error.headers["content-type"]?.startsWith("text/html") === true
    if (isPage || !asksForHtml(request.headers["accept"])) return Effect.succeed(error)
    const asked = pageRequest(request, exchange, null, deployment)
    const { "content-type": _type, "content-length": _length, ...headers } = error.headers
    return pageResponse(asked, errorPage(asked, error.status, headers))
  })
)
