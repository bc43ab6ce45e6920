import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { cpSync, rmSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { checkedManifest, dataFilesIn, linesOfDataset } from "../support/DatasetOnDisk.ts"
import { temporaryFolder } from "../support/EmbeddedStores.ts"
import { fooddata, fooddataWith } from "../support/ServiceProcess.ts"

const killer = fileURLToPath(new URL("KillAtStep.ts", import.meta.url))

// Kills come from inside the process, before a given step, by a hook that Node alone has
describe("SIGKILL of an export", () => {
  it.live(
    "before any step leaves the dataset as it was or as it becomes, and the next run ends with each event once",
    () =>
      Effect.gen(function* () {
        const folder = yield* temporaryFolder
        const [data, before, dataset] = ["data", "before", "dataset"].map((name) => join(folder, name))
        assert(data !== undefined && before !== undefined && dataset !== undefined)
        const run = ["events", "export", "--incremental"]
        assert.strictEqual((yield* fooddata(data, "key", "issue", "--plan", "starter")).code, 0)
        assert.strictEqual((yield* fooddata(data, ...run, before)).code, 0)
        assert.strictEqual((yield* fooddata(data, "key", "issue", "--plan", "starter")).code, 0)
        assert.strictEqual((yield* fooddata(data, "import", "curated", "data/curated.jsonl")).code, 0)
        const old = yield* checkedManifest(before)
        const whole = (yield* fooddata(data, "events", "export")).stdout.trimEnd().split("\n")
        let kills = 0
        for (let at = 1; ; at++) {
          rmSync(dataset, { recursive: true, force: true })
          cpSync(before, dataset, { recursive: true })
          const settings = { NODE_OPTIONS: `--import=${killer}`, KILL_FOLDER: dataset, KILL_AT_STEP: String(at) }
          const { code, signal, stderr } = yield* fooddataWith(data, { settings }, ...run, dataset)
          const found = yield* checkedManifest(dataset)
          if (signal === null) {
            assert.strictEqual(code, 0, stderr)
            break
          }
          kills++
          if (found?.runs === 1) assert.deepStrictEqual(found, old)
          const again = yield* fooddata(data, ...run, dataset)
          assert.strictEqual(again.code, 0, again.stderr)
          const after = yield* checkedManifest(dataset)
          const files = after?.files ?? []
          assert.sameMembers([...linesOfDataset(dataset, files)], whole, `killed before step ${at}`)
          assert.deepStrictEqual(
            dataFilesIn(dataset),
            files.map(({ path }) => path).toSorted(),
            "nothing is left of the killed run"
          )
        }
        // two files and the manifest are opened, synced and renamed
        assert.isAtLeast(kills, 9)
      }).pipe(Effect.scoped),
    120_000
  )
})
