import { Effect, Layer, Predicate } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { notFoundDetail } from "../../api/contract/ErrorBodies.ts"
import { detailResponse } from "../../api/ErrorResponse.ts"
import { Exchange } from "../../api/Exchange.ts"
import { pathOf } from "../../api/request/RequestTarget.ts"
import { auditCheckpointPath, auditTilePattern, auditTileTemplate, TreeFiles } from "../../api/TreeFiles.ts"

const notFound = detailResponse(404, notFoundDetail)

const isNotThere = (cause: unknown): boolean => Predicate.hasProperty(cause, "code") && cause.code === "ENOENT"

/** A file of the tree; any other fault than that there is none is the operator's to see. */
const served = (root: string, file: string, contentType: string, cacheControl: string) =>
  Effect.tryPromise({ try: () => readFile(join(root, file)), catch: (cause) => cause }).pipe(
    Effect.map((content) =>
      HttpServerResponse.uint8Array(content, {
        contentType,
        headers: { "cache-control": cacheControl, "access-control-allow-origin": "*" }
      })
    ),
    Effect.catch((cause) => (isNotThere(cause) ? Effect.succeed(notFound) : Effect.die(cause)))
  )

/** A full tile never changes; one that is not full goes once it is. */
const cacheOf = (isPartial: boolean): string =>
  isPartial ? "public, max-age=60" : "public, max-age=31536000, immutable"

const tile = (root: string | null) =>
  Effect.gen(function* () {
    const exchange = yield* Exchange
    exchange.route = auditTileTemplate
    const [, file, partial] = auditTilePattern.exec(pathOf(exchange.target)) ?? []
    if (root === null || file === undefined) return notFound
    return yield* served(root, file, "application/octet-stream", cacheOf(partial !== undefined))
  })

const checkpoint = (root: string | null) =>
  Effect.gen(function* () {
    const exchange = yield* Exchange
    exchange.route = auditCheckpointPath
    if (root === null) return notFound
    return yield* served(root, "checkpoint", "text/plain; charset=utf-8", "no-store")
  })

/** The audit tree as C2SP tlog-tiles has it, for whoever checks it. */
export const AuditTreeRoutes = Layer.unwrap(
  Effect.map(TreeFiles, (root) =>
    Layer.merge(
      HttpRouter.add("GET", auditCheckpointPath, checkpoint(root)),
      HttpRouter.add("GET", auditTileTemplate, tile(root))
    )
  )
)
