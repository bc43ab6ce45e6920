import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { createServer } from "node:http"
import * as OpenSearch from "../../../infra/opensearch/OpenSearch.ts"
import { listening } from "../../support/http/Listening.ts"

it.effect("a refusal in plain text is named by its status, one in JSON by its reason", () =>
  Effect.gen(function* () {
    const server = createServer((request, response) => {
      if (request.url === "/text") response.writeHead(401, { "content-type": "text/plain" }).end("Unauthorized")
      else {
        const error = {
          type: "security_exception",
          reason: "no permissions",
          root_cause: [{ type: "security_exception", reason: "no permissions" }]
        }
        response.writeHead(403, { "content-type": "application/json" }).end(JSON.stringify({ error, status: 403 }))
      }
    })
    const port = yield* listening(server)
    const refused = (path: string) =>
      Effect.flatMap(OpenSearch.OpenSearch, ({ request }) => request("look", { method: "GET", path })).pipe(
        Effect.provide(OpenSearch.layer(`http://127.0.0.1:${port}`)),
        Effect.flip
      )
    assert.strictEqual(
      (yield* refused("/text")).message,
      "storage unavailable: look: OpenSearch answers 401 Unauthorized"
    )
    assert.include((yield* refused("/json")).message, "security_exception: [security_exception] Reason: no permissions")
  }).pipe(Effect.scoped)
)
