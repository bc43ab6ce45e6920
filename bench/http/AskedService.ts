import { Effect } from "effect"
import { join } from "node:path"
import { temporaryFolder } from "../../test/support/EmbeddedStores.ts"
import { type Send, send } from "../../test/support/http/HttpClient.ts"
import { issueKeys } from "../../test/support/IssueKeys.ts"
import { makeAgent } from "./Load.ts"
import { startServer } from "./ServerProcess.ts"

export type Request = Pick<Send, "path" | "method" | "body">

/** More than a second's limit of a key allows: requests take them in turns. */
const keyCount = 200

/** A service with the bundled catalogue in a process of its own, asked with keys in turns. `ask` dies of anything but a 200. */
export const askedService = Effect.gen(function* () {
  const folder = yield* temporaryFolder
  const data = join(folder, "data")
  const keys = yield* issueKeys(data, keyCount)
  const env = { DATA_DIR: data, BUNDLED_CATALOGUE: "true" }
  const { port, report } = yield* startServer({ args: ["src/main.ts", "serve"], env, log: join(folder, "log") })
  const agent = yield* Effect.acquireRelease(Effect.sync(makeAgent), (each) => Effect.sync(() => each.destroy()))
  let turn = 0
  const ask = Effect.fnUntraced(function* (request: Request, more: Readonly<Record<string, string>> = {}) {
    const key = keys[turn++ % keys.length] ?? ""
    const headers = { "x-api-key": key, "content-type": "application/json", ...more }
    const reply = yield* send({ port, agent, headers, ...request })
    return reply.status === 200 ? reply : yield* Effect.die(new Error(`${request.path}: ${reply.status} ${reply.text}`))
  })
  return { ask, report }
})
