import { assert } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { temporaryFolder } from "../EmbeddedStores.ts"
import { freePort } from "../FreePort.ts"
import { issueKeys } from "../IssueKeys.ts"
import { type Reply, type Send, send } from "../http/HttpClient.ts"
import { fooddata, startService } from "../ServiceProcess.ts"

/** How long an answer may take, ms: a text that sends a pattern or a parser round and round takes far longer. */
const answerMsMax = 10_000

/** A busy machine, or a 503 that asks for patience, is not the service's fault; the third time it is. */
const attemptsMax = 3

/** A hundred requests a second each: together they are faster than one client sends. */
const keyCount = 8

/** A service in a process of its own, for those who mean it no good. */
export class AbusedService extends Context.Service<
  AbusedService,
  {
    readonly port: number
    readonly adminPort: number
    /** every key of it: none of them may ever stand in a log */
    readonly keys: ReadonlyArray<string>
    /** a request with a key, asked again when the answer takes too long */
    readonly call: (request: Omit<Send, "port">) => Effect.Effect<Reply>
    /** what the process said on standard error */
    readonly log: () => string
  }
>()("test/AbusedService") {}

const tooManyRequests = 429
const unavailable = 503
/** JSON escapes half a surrogate pair, and nothing else, like this. */
const halfPairWritten = /(?<!\\)(?:\\\\)*\\ud[89a-f][0-9a-f]{2}/

/** The curated foods alone: with the whole catalogue it takes half a minute until the search by meaning answers. */
export const abusedService = (settings: Readonly<Record<string, string>> = {}) =>
  Layer.effect(
    AbusedService,
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const keys = yield* issueKeys(folder, keyCount)
      const imported = yield* fooddata(folder, "import", "curated", "data/curated.jsonl")
      assert.strictEqual(imported.code, 0, imported.stderr)
      const adminPort = yield* freePort
      const service = yield* startService(folder, { ADMIN_PORT: String(adminPort), ...settings })
      const port = Number(new URL(service.url).port)
      // the search by meaning answers some seconds after the rest
      yield* send({ port, path: "/v1/semantic-search?q=milk", headers: { "x-api-key": keys[0] } }).pipe(
        Effect.delay("50 millis"),
        Effect.repeat({ until: ({ status }) => status === 200 })
      )
      let turn = 0

      const once = (request: Omit<Send, "port">): Effect.Effect<Reply> =>
        Effect.suspend(() => {
          const key = keys[turn++ % keys.length] ?? ""
          return send({ ...request, port, headers: { "x-api-key": key, ...request.headers } })
        }).pipe(
          Effect.flatMap((reply) =>
            reply.status === tooManyRequests ? Effect.delay(once(request), "1 second") : Effect.succeed(reply)
          )
        )

      const call = Effect.fnUntraced(function* (request: Omit<Send, "port">) {
        for (let attempt = 1; ; attempt++) {
          const began = performance.now()
          const reply = yield* once(request)
          const ms = performance.now() - began
          assert.notMatch(reply.text, halfPairWritten, `no strict reader takes this answer to ${request.path}`)
          if (ms <= answerMsMax && reply.status !== unavailable) return reply
          if (attempt < attemptsMax) continue
          assert.isAtMost(ms, answerMsMax, `${request.path.slice(0, 200)} took so long ${attemptsMax} times over`)
          return reply
        }
      })

      return AbusedService.of({ port, adminPort, keys, call, log: service.stderr })
    })
  ).pipe(Layer.orDie)
