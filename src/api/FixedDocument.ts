import { Effect } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { entityTag } from "./EntityTag.ts"
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
  const cached = { ...headers, etag: entityTag(content), "cache-control": "no-cache" }
  const response = HttpServerResponse.uint8Array(content, { contentType, headers: cached })
  return HttpRouter.add(
    "GET",
    path,
    Effect.map(Exchange, (exchange) => {
      exchange.route = path
      return response
    })
  )
}

export const html = "text/html; charset=utf-8"
export const javascript = "text/javascript; charset=utf-8"
export const css = "text/css; charset=utf-8"
