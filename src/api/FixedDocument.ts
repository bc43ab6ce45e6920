import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { createHash } from "node:crypto"
import { Exchange } from "./Exchange.ts"

/** A document that is fixed while the process runs. */
export interface FixedDocument {
  readonly path: `/${string}`
  readonly contentType: string
  readonly content: Uint8Array
  readonly headers?: Readonly<Record<string, string>>
}

/** Serves the document, which a client revalidates by its digest. */
export const documentRoute = ({ content, contentType, headers, path }: FixedDocument) => {
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

export const html = "text/html; charset=utf-8"
export const javascript = "text/javascript; charset=utf-8"
export const css = "text/css; charset=utf-8"
