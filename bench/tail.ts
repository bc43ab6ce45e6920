import { Console, Effect } from "effect"
import process from "node:process"
import { temporaryFolder } from "../test/support/EmbeddedStores.ts"
import { send } from "../test/support/http/HttpClient.ts"
import { issueKeys } from "../test/support/IssueKeys.ts"
import { settled, startServer } from "./http/ServerProcess.ts"
import { quantile } from "./Statistics.ts"

/**
 * `node bin/node.mjs bench/tail.ts <data folder> [requests] [keys]`: latency over HTTP of a page that was asked before, one request
 * at a time, of each key in turn. The page costs next to nothing, so what is slow waited for something else on the main
 * thread, above all for the ledger, which takes in the uses of all keys four times a second. The first sixth is not counted.
 */
const [folder, asked = "4000", keysAsked = "100"] = process.argv.slice(2)
if (folder === undefined) throw new Error("usage: tail.ts <data folder> [requests] [keys]")
const [requests, keyCount] = [Number(asked), Number(keysAsked)]
const pause = "2 millis"
const path = "/v1/search?q=milk"

const program = Effect.gen(function* () {
  const keys = yield* issueKeys(folder, keyCount)
  const log = `${yield* temporaryFolder}/log`
  const env = { DATA_DIR: folder, BUNDLED_CATALOGUE: "false" }
  const server = yield* startServer({ args: ["src/main.ts", "serve"], env, log })
  yield* settled(server)
  const latency = Effect.fnUntraced(function* (number: number) {
    yield* Effect.sleep(pause)
    const startedAt = performance.now()
    const { status } = yield* send({
      port: server.port,
      path,
      headers: { "x-api-key": keys[number % keyCount] ?? "" }
    })
    return status === 200 ? performance.now() - startedAt : yield* Effect.die(new Error(`${path}: ${status}`))
  })
  const all = yield* Effect.forEach(
    Array.from({ length: requests }, (_, number) => number),
    latency
  )
  const times = all.slice(Math.floor(requests / 6))
  const figures = [0.5, 0.9, 0.99, 0.999].map((part) => `p${part * 100} ${quantile(times, part).toFixed(1)}`)
  yield* Console.log(`${figures.join(", ")} ms, ${requests} requests of ${keyCount} keys`)
})

await Effect.runPromise(Effect.scoped(program))
