import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { checkedManifest, dataFilesIn, linesOfDataset } from "../support/DatasetOnDisk.ts"
import { temporaryFolder } from "../support/EmbeddedStores.ts"
import { fooddata, fooddataWith } from "../support/ServiceProcess.ts"

const killer = fileURLToPath(new URL("KillAtStep.ts", import.meta.url))

/** The next run is killed one step later than the one before. */
const killsMax = 50

// Kills come from inside the process, before a given step, by a hook that Node alone has
describe("SIGKILL of an export", () => {
  it.live(
    "before any step leaves the dataset as it was, and the run that is not killed ends with each event once",
    () =>
      Effect.gen(function* () {
        const folder = yield* temporaryFolder
        const dataset = join(folder, "dataset")
        const run = ["events", "export", "--incremental", dataset]
        assert.strictEqual((yield* fooddata(folder, "key", "issue", "--plan", "starter")).code, 0)
        assert.strictEqual((yield* fooddata(folder, ...run)).code, 0)
        assert.strictEqual((yield* fooddata(folder, "key", "issue", "--plan", "starter")).code, 0)
        assert.strictEqual((yield* fooddata(folder, "import", "curated", "data/curated.jsonl")).code, 0)
        const old = yield* checkedManifest(dataset)
        let kills = 0
        while (kills < killsMax) {
          // each run meets what those before it left
          const settings = {
            NODE_OPTIONS: `--import=${killer}`,
            KILL_FOLDER: dataset,
            KILL_AT_STEP: String(kills + 1)
          }
          const { code, signal, stderr } = yield* fooddataWith(folder, { settings }, ...run)
          if (signal === null) {
            assert.strictEqual(code, 0, stderr)
            break
          }
          kills++
          assert.deepStrictEqual(yield* checkedManifest(dataset), old, `killed before step ${kills}`)
        }
        const files = (yield* checkedManifest(dataset))?.files ?? []
        const { stdout } = yield* fooddata(folder, "events", "export")
        assert.sameMembers([...linesOfDataset(dataset, files)], stdout.trimEnd().split("\n"))
        assert.deepStrictEqual(dataFilesIn(dataset), files.map(({ path }) => path).toSorted(), "nothing is left over")
        // two files and the manifest are opened, synced and renamed
        assert.isAtLeast(kills, 9)
      }).pipe(Effect.scoped),
    240_000
  )
})
