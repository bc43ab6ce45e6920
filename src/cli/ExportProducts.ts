import { Console, Effect, Option, Schema, Stream } from "effect"
import { Command, Flag } from "effect/cli"
import { renameSync } from "node:fs"
import { dirname, resolve } from "node:path"
import { syncFolder } from "../../infra/backup/DurableFiles.ts"
import { openDraft } from "../../infra/dataset/DraftFile.ts"
import { listedProduct } from "../../infra/dataset/ProductTable.ts"
import { boundedMemory, SqliteMemory } from "../../infra/sqlite/Sqlite.ts"
import { listedProducts } from "../queries/ListedProducts.ts"
import { productFile } from "./ProductFile.ts"
import { makeProgress } from "./Progress.ts"
import { withStores } from "./Stores.ts"

/** The file cannot be written. */
export class FileUnwritable extends Schema.TaggedError<FileUnwritable>()("FileUnwritable", {
  path: Schema.String,
  cause: Schema.Defect()
}) {
  override get message(): string {
    return `cannot write ${this.path}: ${String(this.cause)}`
  }
}

/** Where bytes go: what is given to `sink` is on its way once `drain` is done. */
interface Target {
  readonly sink: (bytes: Uint8Array) => void
  readonly drain: Effect.Effect<void, FileUnwritable>
  readonly finish: Effect.Effect<void, FileUnwritable>
}

const attempt = <A>(path: string, work: () => A | Promise<A>) =>
  Effect.tryPromise({ try: async () => work(), catch: (cause) => new FileUnwritable({ path, cause }) })

/** A draft beside the file, which takes its place when it is whole. */
const fileTarget = Effect.fnUntraced(function* (path: string) {
  const draftPath = `${path}.draft`
  const draft = yield* Effect.acquireRelease(
    attempt(path, () => openDraft(draftPath)),
    (draft, exit) => (exit._tag === "Success" ? Effect.void : Effect.sync(draft.abandon))
  )
  const target: Target = {
    sink: draft.write,
    drain: Effect.void,
    finish: attempt(path, () => {
      draft.finish()
      renameSync(draftPath, path)
      return syncFolder(dirname(path))
    })
  }
  return target
})

/** A reader that is slow is waited for, so that no more than a page is held. */
const standardOutput = (): Target => {
  let waiting: Array<Uint8Array> = []
  const drain = Effect.callback<void, FileUnwritable>((resume) => {
    const bytes = Buffer.concat(waiting)
    waiting = []
    process.stdout.write(bytes, (cause) => {
      resume(cause == null ? Effect.void : Effect.fail(new FileUnwritable({ path: "standard output", cause })))
    })
  })
  return { sink: (bytes) => void waiting.push(Uint8Array.from(bytes)), drain, finish: drain }
}

export const exportCommand = Command.make(
  "export",
  {
    format: Flag.Literals("format", ["jsonl", "csv", "parquet"]).pipe(
      Flag.withDescription("jsonl: a line of JSON for each product"),
      Flag.withDefault("jsonl")
    ),
    out: Flag.String("out").pipe(
      Flag.withDescription("write into this file, which is replaced when all is written; default: standard output"),
      Flag.optional
    )
  },
  Effect.fn(
    function* ({ format, out }) {
      const target = Option.isSome(out) ? yield* fileTarget(resolve(out.value)) : standardOutput()
      const path = Option.getOrElse(out, () => "standard output")
      const table = productFile(format, target.sink)
      const progress = yield* makeProgress("export")
      const licences = new Map<string, number>()
      yield* Stream.runForEach(listedProducts, (page) =>
        attempt(path, () => {
          for (const product of page.flatMap(listedProduct)) {
            const { licence } = product.facts.provenance
            licences.set(licence, (licences.get(licence) ?? 0) + 1)
            table.add(product)
          }
        }).pipe(Effect.andThen(target.drain), Effect.andThen(progress.advance({ rows: page.length, fraction: null })))
      )
      yield* attempt(path, table.finish)
      yield* target.finish
      yield* progress.finish
      yield* Console.error(summary(licences))
    },
    Effect.scoped,
    withStores,
    Effect.provideService(SqliteMemory, boundedMemory)
  )
).pipe(
  Command.withDescription(
    "Export the catalogue as it stands: names, nutrients, barcodes, source and licence of each product"
  ),
  Command.withExamples([
    { command: "fooddata products export --format parquet --out products.parquet" },
    { command: "fooddata products export --format csv --out products.csv" }
  ])
)

const summary = (licences: ReadonlyMap<string, number>): string => {
  const counts = [...licences].map(([licence, products]) => `${licence} ${products}`).sort()
  const all = [...licences.values()].reduce((sum, products) => sum + products, 0)
  return `${all} products by licence: ${counts.length === 0 ? "none" : counts.join(", ")}; what each asks for: data/LICENSES.md`
}
