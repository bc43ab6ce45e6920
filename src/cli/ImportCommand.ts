import { Console, Effect } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { appendFileSync, mkdirSync } from "node:fs"
import { basename, join } from "node:path"
import { DataDirectory } from "../../infra/sqlite/DataDirectory.ts"
import { openSource, sourceKinds } from "../../infra/sources/OpenSource.ts"
import { importProducts, type ImportReport, type RejectedRow } from "../commands/ImportProducts.ts"
import { awaitProjection } from "../roles/AwaitProjection.ts"
import { withProducts } from "./Stores.ts"
import { json } from "./Output.ts"
import { makeProgress } from "./Progress.ts"

const importFlags = {
  kind: Argument.Literals("source", sourceKinds).pipe(
    Argument.withDescription(
      "off: Open Food Facts JSONL or CSV export; fdc: USDA CSV folder or zip; curated: our own JSONL"
    )
  ),
  file: Argument.String("file").pipe(
    Argument.withDescription("a file, plain or gzip; a folder or zip for fdc; - for standard input")
  ),
  wait: Flag.Boolean("wait").pipe(
    Flag.withDescription("return only when search shows the import"),
    Flag.withDefault(false)
  ),
  dryRun: Flag.Boolean("dry-run").pipe(
    Flag.withDescription("read and check everything, write no event"),
    Flag.withDefault(false)
  ),
  json
}

export const importCommand = Command.make(
  "import",
  importFlags,
  Effect.fn(function* ({ dryRun, file, kind, wait, ...flags }) {
    const rejects = yield* rejectsFile(`${kind}-${file === "-" ? "stdin" : basename(file)}`)
    const progress = yield* makeProgress(`import ${file}`)
    const report = yield* importProducts(yield* openSource(kind, file), {
      source: file,
      actor: "cli",
      mode: dryRun ? "dry-run" : "all",
      onStep: (step) => Effect.andThen(rejects.add(step.rejected), progress.advance(step))
    }).pipe(Effect.onInterrupt(() => Effect.andThen(progress.finish, Console.error(interrupted))))
    if (wait && !dryRun) {
      yield* awaitProjection(report.cursor, (rows) => progress.advance({ rows, fraction: null }))
    }
    yield* progress.finish
    const summary = { ...report, cursor: undefined, rejects_file: rejects.written(), dry_run: dryRun }
    yield* Console.log(flags.json ? JSON.stringify(summary) : forPeople(report, rejects.written(), dryRun))
  }, withProducts)
).pipe(
  Command.withDescription("Import food products; importing the same file again writes nothing"),
  Command.withExamples([
    { command: "fooddata import off openfoodfacts-products.jsonl.gz --wait", description: "the whole dump" },
    { command: "fooddata import fdc FoodData_Central_foundation_food_csv_2024-10-31.zip", description: "USDA foods" }
  ])
)

const interrupted = "Interrupted between two batches: what was imported stays. Run it again to finish."

/** The rejects of one import: `<DATA_DIR>/rejects/<source>.ndjson`, made anew by each import that has any. */
const rejectsFile = Effect.fnUntraced(function* (name: string) {
  const { root } = yield* DataDirectory
  const path = join(root, "rejects", `${name}.ndjson`)
  let isStarted = false
  return {
    add: (rows: ReadonlyArray<RejectedRow>) =>
      Effect.sync(() => {
        if (rows.length === 0) return
        mkdirSync(join(root, "rejects"), { recursive: true })
        appendFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(""), { flag: isStarted ? "a" : "w" })
        isStarted = true
      }),
    written: () => (isStarted ? path : null)
  }
})

const forPeople = (report: ImportReport, rejectsPath: string | null, dryRun: boolean): string => {
  const { listed, rejected, relisted, revised, rows, unchanged } = report
  const lines = [
    `${rows} rows: ${listed} listed, ${revised} revised, ${relisted} relisted, ${unchanged} unchanged` +
      (dryRun ? " (dry run: nothing was written)" : ""),
    ...Object.entries(rejected).map(([reason, count]) => `  ${count} rejected: ${reason}`)
  ]
  if (rejectsPath !== null) lines.push(`  rejected rows are in ${rejectsPath}`)
  return lines.join("\n")
}
