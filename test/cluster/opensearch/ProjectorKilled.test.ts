import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { spawn } from "node:child_process"
import { join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { seededRandom } from "../../../bench/SyntheticCatalogue.ts"
import * as OpenSearchProductIndex from "../../../infra/opensearch/OpenSearchProductIndex.ts"
import { ProductIndex } from "../../../projections/ports/ProductIndex.ts"
import { changeLog, fold, take } from "../../support/cluster/ChangeLog.ts"
import { ownAlias, server } from "../../support/cluster/OpenSearchIndex.ts"
import { bruteForceSearch } from "../../support/BruteForceSearch.ts"
import { temporaryFolder } from "../../support/EmbeddedStores.ts"
import { searchByWords } from "../../../src/queries/WordSearch.ts"

const script = fileURLToPath(new URL("../../support/cluster/ProjectorProcess.ts", import.meta.url))
const runtime = "deno" in process.versions ? ["run", "-A"] : ["--disable-warning=ExperimentalWarning"]

/** When a projector is killed: so many milliseconds after it began with its `page`th page. */
interface Death {
  readonly page: number
  readonly delayMs: number
}

const runProjector = (args: ReadonlyArray<string>, death: Death | null) =>
  Effect.callback<"finished" | "killed" | "failed">((resume) => {
    const child = spawn(process.execPath, [...runtime, script, ...args], { stdio: ["ignore", "pipe", "inherit"] })
    let said: ReadonlyArray<string> = []
    child.stdout.on("data", (chunk: Buffer) => {
      const before = said.length
      said = [...said, ...chunk.toString().trim().split("\n")]
      const isDue = death !== null && before < death.page && said.length >= death.page
      if (isDue) setTimeout(() => child.kill("SIGKILL"), death.delayMs)
    })
    child.on("close", (_, signal) => {
      if (said.includes("finished")) resume(Effect.succeed("finished"))
      else resume(Effect.succeed(signal === "SIGKILL" ? "killed" : "failed"))
    })
    return Effect.sync(() => child.kill("SIGKILL"))
  })

const seed = 9_001
const products = 1_500
const changes = 6_000
const page = 300
const killsMin = 6

describe("a projector killed in the middle of its bulk calls, again and again", () => {
  it.live(
    `leaves the index that the log says, once it is through (seed ${seed})`,
    () =>
      Effect.gen(function* () {
        const options = yield* ownAlias
        const field = join(yield* temporaryFolder, "field")
        const args = [options.alias, ...[seed, products, changes, page].map(String), field]
        const random = seededRandom(seed)
        let kills = 0
        let end = "killed"
        while (end === "killed") {
          const death = { page: 1 + Math.floor(random() * 3), delayMs: random() * 80 }
          end = yield* runProjector(args, kills < killsMin ? death : null)
          if (end === "killed") kills++
        }
        assert.strictEqual(end, "finished")
        assert.strictEqual(kills, killsMin)
        const built = yield* Layer.build(OpenSearchProductIndex.layer(options))
        const index = Context.get(built, ProductIndex)
        const expected = yield* fold(take(changeLog(seed, products), changes))
        assert.deepStrictEqual(yield* index.digest, expected.digest)
        for (const text of ["milk", "ch", "молоко", "حليب", "organic sauce"]) {
          const query = { text, language: "en", region: null, source: null, limit: 50, offset: 0 } as const
          assert.deepStrictEqual(yield* searchByWords(index, query), bruteForceSearch(expected.documents, query))
        }
      }).pipe(Effect.scoped, Effect.provide(server)),
    120_000
  )
})
