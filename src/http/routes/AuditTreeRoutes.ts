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

/** What stands at this path of the tree in a folder: its checkpoint, a tile or a bundle of entries, and nothing else of the folder. */
export const treeFile = (root: string, path: string): Effect.Effect<HttpServerResponse.HttpServerResponse> => {
  if (path === auditCheckpointPath) return served(root, "checkpoint", "text/plain; charset=utf-8", "no-store")
  const [, file, partial] = auditTilePattern.exec(path) ?? []
  if (file === undefined) return Effect.succeed(notFound)
  return served(root, file, "application/octet-stream", cacheOf(partial !== undefined))
}

const fileAt = (root: string | null, template: string) =>
  Effect.gen(function* () {
    const exchange = yield* Exchange
    exchange.route = template
    return root === null ? notFound : yield* treeFile(root, pathOf(exchange.target))
  })

/** The audit tree as C2SP tlog-tiles has it, for whoever checks it. */
export const AuditTreeRoutes = Layer.unwrap(
  Effect.map(TreeFiles, (root) =>
    Layer.merge(
      HttpRouter.add("GET", auditCheckpointPath, fileAt(root, auditCheckpointPath)),
      HttpRouter.add("GET", auditTileTemplate, fileAt(root, auditTileTemplate))
    )
  )
)
