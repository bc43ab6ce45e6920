import { Schema } from "effect"
import { readdir, readFile, rename, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { sourceUnreadable, SourceUnreadable } from "../SourceUnreadable.ts"

/** One daily file of Open Food Facts: the products changed after `from` and up to `to`, in seconds since 1970. */
export interface OffDelta {
  readonly path: string
  readonly from: number
  readonly to: number
}

/**
 * Between what was applied last and the next file lies a time of which no file tells. Open Food Facts keeps 14 days: after
 * that only the whole dump helps.
 */
export class DeltasMissing extends Schema.TaggedError<DeltasMissing>()("DeltasMissing", {
  appliedUntil: Schema.Int,
  nextFrom: Schema.Int
}) {
  override get message(): string {
    const [until, from] = [this.appliedUntil, this.nextFrom].map((seconds) => new Date(seconds * 1000).toISOString())
    return `no delta covers the time from ${until} to ${from}: fetch the missing files, or import the whole dump with --reconcile`
  }
}

/** The delta files of a folder, in the order of their time. Other files are left alone; none at all is an error. */
export const deltasIn = async (folder: string): Promise<ReadonlyArray<OffDelta>> => {
  const names = await readdir(folder).catch((cause: unknown) => Promise.reject(sourceUnreadable(folder, cause)))
  const deltas = names.flatMap((name) => {
    const [, from, to] = deltaName.exec(name) ?? []
    return from === undefined || to === undefined
      ? []
      : [{ path: join(folder, name), from: Number(from), to: Number(to) }]
  })
  if (deltas.length > 0) return deltas.toSorted((a, b) => a.from - b.from || a.to - b.to)
  throw new SourceUnreadable({
    source: folder,
    reason: "file_missing",
    detail: "no …products_<from>_<to>.json[.gz] in it"
  })
}

const deltaName = /products_(\d{1,11})_(\d{1,11})\.jsonl?(?:\.gz)?$/

/** The deltas still to apply, in order; each begins where the one before ends, or earlier. */
export const pendingDeltas = (
  deltas: ReadonlyArray<OffDelta>,
  appliedUntil: number | null
): ReadonlyArray<OffDelta> | DeltasMissing => {
  let until = appliedUntil
  const pending: Array<OffDelta> = []
  for (const delta of deltas) {
    if (until !== null && delta.to <= until) continue
    if (until !== null && delta.from > until) return new DeltasMissing({ appliedUntil: until, nextFrom: delta.from })
    pending.push(delta)
    until = delta.to
  }
  return pending
}

const Checkpoint = Schema.fromJsonString(Schema.Struct({ appliedUntil: Schema.Int }))
const decodeCheckpoint = Schema.decodeUnknownSync(Checkpoint)

/** How far deltas were applied to this data directory, in seconds since 1970; `null` before the first. */
export const readCheckpoint = async (path: string): Promise<number | null> => {
  try {
    return decodeCheckpoint(await readFile(path, "utf8")).appliedUntil
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return null
    throw sourceUnreadable(path, cause)
  }
}

/** Replaces the checkpoint as a whole: killed in between, the old one stands, and a delta applied twice changes nothing. */
export const writeCheckpoint = async (path: string, appliedUntil: number): Promise<void> => {
  await writeFile(`${path}.next`, `${JSON.stringify({ appliedUntil })}\n`, { flush: true })
  await rename(`${path}.next`, path)
}
