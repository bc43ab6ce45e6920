import { Effect, Option } from "effect"
import { createHash } from "node:crypto"
import { statSync } from "node:fs"
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
}

const inData = (file: string) => fileURLToPath(new URL(`../../data/${file}`, import.meta.url))

/**
 * The catalogue that comes with the program. Curated foods are ours, so a new edition revises them; of the others only
 * new ones are listed, because an operator's own import may have brought a newer record.
 */
const files: ReadonlyArray<BundledFile> = [
  { path: inData("curated.jsonl"), kind: "curated", mode: "all" },
  { path: inData("usda.zip"), kind: "fdc", mode: "new-only" },
  { path: inData("fndds.jsonl.gz"), kind: "fdc", mode: "new-only" },
  { path: inData("off.jsonl.gz"), kind: "off", mode: "new-only" }
]

/**
 * Imports what of the bundled catalogue this log has not taken in yet; killed in between, the next start goes on. The `fraction` of
 * a step is that of all files.
 */
export const installBundledCatalogue = Effect.fn("installBundledCatalogue")(function* <E, R>(
  onStep: (step: ImportStep) => Effect.Effect<void, E, R>
) {
  const bundles = yield* InstalledBundles
  const sizes = files.map(({ path }) => statSync(path).size)
  const whole = sizes.reduce((sum, size) => sum + size, 0)
  let read = 0
  for (const [i, { kind, mode, path }] of files.entries()) {
    const [before, size] = [read, sizes[i] ?? 0]
    read += size
    const ofAll = (step: ImportStep): ImportStep => ({
      ...step,
      fraction: (before + size * (step.fraction ?? 0)) / whole
    })
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
