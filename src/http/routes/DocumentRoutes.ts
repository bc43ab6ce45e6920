import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { openApiDocument } from "../../api/contract/OpenApiDocument.ts"
import { Exchange } from "../../api/Exchange.ts"

/** Nothing from elsewhere, nothing inline. Swagger UI shows its icons from `data:` addresses. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'"
].join("; ")

const pageHeaders = { "content-security-policy": contentSecurityPolicy, "referrer-policy": "no-referrer" }

interface Document {
  readonly path: `/${string}`
  readonly contentType: string
  readonly content: Uint8Array
  readonly headers?: Readonly<Record<string, string>>
}

/** A document that is fixed while the process runs: read once, revalidated by its digest. */
const documentRoute = ({ content, contentType, headers, path }: Document) => {
  const etag = `"${createHash("sha256").update(content).digest("base64url").slice(0, 22)}"`
  const cached = { ...headers, etag, "cache-control": "no-cache" }
  const response = HttpServerResponse.uint8Array(content, { contentType, headers: cached })
  const notModified = HttpServerResponse.empty({ status: 304, headers: cached })
  return HttpRouter.add(
    "GET",
    path,
    Effect.gen(function* () {
      const { headers } = yield* HttpServerRequest.HttpServerRequest
      const exchange = yield* Exchange
      exchange.route = path
      return headers["if-none-match"] === etag ? notModified : response
    })
  )
}

const { resolve } = createRequire(import.meta.url)

const fromSwaggerUi = (name: string): Uint8Array => readFileSync(resolve(`swagger-ui-dist/${name}`))

const ours = (name: string): Uint8Array => readFileSync(new URL(`../docs-page/${name}`, import.meta.url))

const html = "text/html; charset=utf-8"
const javascript = "text/javascript; charset=utf-8"
const css = "text/css; charset=utf-8"

/** `/openapi.json`, and `/docs`: Swagger UI from the installed package, so the page needs no other host. */
export const DocumentRoutes = Layer.unwrap(
  Effect.sync(() => {
    const page = ours("index.html")
    const openApi = new TextEncoder().encode(JSON.stringify(openApiDocument()))
    const documents: ReadonlyArray<Document> = [
      {
        path: "/openapi.json",
        contentType: "application/json",
        content: openApi,
        headers: { "access-control-allow-origin": "*" }
      },
      { path: "/docs", contentType: html, content: page, headers: pageHeaders },
      { path: "/docs/", contentType: html, content: page, headers: pageHeaders },
      { path: "/docs/initialise.js", contentType: javascript, content: ours("initialise.js") },
      { path: "/docs/page.css", contentType: css, content: ours("page.css") },
      { path: "/docs/swagger-ui.css", contentType: css, content: fromSwaggerUi("swagger-ui.css") },
      { path: "/docs/swagger-ui-bundle.js", contentType: javascript, content: fromSwaggerUi("swagger-ui-bundle.js") },
      { path: "/docs/favicon.png", contentType: "image/png", content: fromSwaggerUi("favicon-32x32.png") }
    ]
    return Layer.mergeAll(Layer.empty, ...documents.map(documentRoute))
  })
)
