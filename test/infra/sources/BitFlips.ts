import { assert } from "@effect/vitest"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { SourceReader } from "../../../infra/sources/SourceRow.ts"
import { SourceUnreadable } from "../../../infra/sources/SourceUnreadable.ts"
import { type Read, readAll } from "./Reading.ts"

/** A file with these bytes, for as long as it is used. */
export const asFile = async <A>(bytes: Uint8Array, use: (path: string) => Promise<A>): Promise<A> => {
  const folder = mkdtempSync(join(tmpdir(), "fooddata-damage-"))
  try {
    const path = join(folder, "damaged")
    writeFileSync(path, bytes)
    return await use(path)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

type Open = (path: string) => Promise<SourceReader>

/** What is read of these bytes; an error at opening is one like any other. */
export const readBytes = (bytes: Uint8Array, open: Open): Promise<Read> =>
  asFile(bytes, async (path) => {
    const reader = await open(path).catch((error: unknown) => ({ error }))
    return "error" in reader ? { rows: [], accepted: [], rejected: [], error: reader.error } : readAll(reader)
  })

export const flipped = (bytes: Uint8Array, bit: number): Uint8Array => {
  const copy = Uint8Array.from(bytes)
  const at = bit >> 3
  copy[at] = (copy[at] ?? 0) ^ (1 << (bit & 7))
  return copy
}

/** Bits of `length` bytes, the same ones in every run. */
export const randomBits = (count: number, length: number, seed = 1): ReadonlyArray<number> => {
  let state = seed
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * length * 8)
  })
}

/**
 * Each flip changes nothing, or is an error that says so, after products that are right (rows that are rejected are told as
 * they are met); the count of those that are errors.
 */
export const assertNoSilentFlip = async (
  bytes: Uint8Array,
  bits: ReadonlyArray<number>,
  open: Open
): Promise<number> => {
  const whole = await readBytes(bytes, open)
  assert.isNull(whole.error)
  let errorCount = 0
  for (const bit of bits) {
    const { accepted, error, rows } = await readBytes(flipped(bytes, bit), open)
    const place = `bit ${bit & 7} of byte ${bit >> 3}`
    if (error === null) assert.deepStrictEqual(rows, whole.rows, place)
    else {
      errorCount += 1
      assert.instanceOf(error, SourceUnreadable, place)
      assert.deepStrictEqual(accepted, whole.accepted.slice(0, accepted.length), place)
    }
  }
  return errorCount
}
