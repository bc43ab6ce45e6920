import { byteSource, type ByteSource } from "../../../infra/sources/ByteSource.ts"
import type { RejectReason, SourceReader, SourceRow } from "../../../infra/sources/SourceRow.ts"
import type { ProductFacts } from "../../../domain/product/ProductFacts.ts"
import { fileURLToPath } from "node:url"

export const fixture = (name: string): string => fileURLToPath(new URL(`./fixtures/${name}`, import.meta.url))

/** Bytes as a source hands them out, in pieces of a size that is no friend of any line. */
export async function* pieces(bytes: Uint8Array, size = 7): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}

export const sourceOfText = (text: string): ByteSource => {
  const bytes = new TextEncoder().encode(text)
  return byteSource("test", bytes.length, pieces(bytes, 1000))
}

export interface Read {
  readonly rows: ReadonlyArray<SourceRow>
  readonly accepted: ReadonlyArray<ProductFacts>
  readonly rejected: ReadonlyArray<readonly [line: number, reason: RejectReason]>
  /** what ended the reading early */
  readonly error: unknown
}

/** Everything that a reader yields, and the error with which it ended. */
export const readAll = async (reader: SourceReader): Promise<Read> => {
  const rows: Array<SourceRow> = []
  let error: unknown = null
  try {
    for await (const batch of reader.rows) rows.push(...batch)
  } catch (cause) {
    error = cause
  }
  return {
    rows,
    accepted: rows.flatMap(({ outcome }) => (outcome._tag === "Accepted" ? [outcome.facts] : [])),
    rejected: rows.flatMap(({ line, outcome }) =>
      outcome._tag === "Rejected" ? [[line, outcome.reason] as const] : []
    ),
    error
  }
}
