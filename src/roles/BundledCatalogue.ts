import { Effect, Option } from "effect"
import { createHash } from "node:crypto"
import { readFile } from "node:fs/promises"
import { basename } from "node:path"
import { fileURLToPath } from "node:url"
import { InstalledBundles } from "../../domain/ports/InstalledBundles.ts"
import { openSource, type SourceKind } from "../../infra/sources/OpenSource.ts"
import { type ImportStep, importProducts } from "../commands/ImportProducts.ts"
import type { ListMode } from "../commands/ListProducts.ts"

interface BundledFile {
  readonly path: string
  readonly kind: SourceKind
  readonly mode: ListMode
  /** so many it has: bytes would say little, because the files are packed differently */
  readonly rows: number
}

const inData = (file: string) => fileURLToPath(new URL(`../../data/${file}`, import.meta.url))

/**
 * The catalogue that comes with the program. Curated foods are ours, so a new edition revises them; of the others only
 * new ones are listed, because an operator's own import may have brought a newer record.
 */
export const bundledFiles: ReadonlyArray<BundledFile> = [
  { path: inData("curated.jsonl"), kind: "curated", mode: "all", rows: 903 },
  { path: inData("usda.zip"), kind: "fdc", mode: "new-only", rows: 8_070 },
  { path: inData("fndds.jsonl.gz"), kind: "fdc", mode: "new-only", rows: 5_034 },
  { path: inData("off.jsonl.gz"), kind: "off", mode: "new-only", rows: 3_611 }
]

/**
 * Imports what of the bundled catalogue this log has not taken in yet; killed in between, the next start goes on. The `fraction` of
 * a step is that of the rows of all files.
 */
export const installBundledCatalogue = Effect.fn("installBundledCatalogue")(function* <E, R>(
  onStep: (step: ImportStep) => Effect.Effect<void, E, R>
) {
  const bundles = yield* InstalledBundles
  const whole = bundledFiles.reduce((sum, { rows }) => sum + rows, 0)
  let before = 0
  for (const { kind, mode, path, rows } of bundledFiles) {
    let read = before
    before += rows
    const ofAll = (step: ImportStep): ImportStep => {
      read += step.rows
      return { ...step, fraction: Math.min(1, read / whole) }
    }
    const name = basename(path)
    const digest = createHash("sha256")
      .update(yield* Effect.promise(() => readFile(path)))
      .digest("hex")
    const installed = yield* bundles.digestOf(name)
    if (Option.isSome(installed) && installed.value === digest) continue
    const reader = yield* openSource(kind, path)
    yield* importProducts(reader, { source: path, actor: "system", mode, onStep: (step) => onStep(ofAll(step)) })
    yield* bundles.record(name, digest)
  }
})
