import type { ProductFacts } from "../../domain/product/ProductFacts.ts"

/** Why a row became no product. A closed list: counts and reject files are read by these words. */
export type RejectReason =
  /** longer than the limit of a line */
  | "line_too_long"
  /** not JSON, or JSON that is no object */
  | "json_invalid"
  /** another number of fields than the header has */
  | "columns_wrong"
  /** no product code, key or number */
  | "no_code"
  /** a code that is no number, or too long to be an id */
  | "code_invalid"
  /** no name with a letter or a digit in it */
  | "no_name"
  /** cosmetics, pet food, household goods; samples and acquisitions of USDA's laboratories */
  | "not_a_food"
  /** an older version of a food, replaced by another record of the same file */
  | "superseded"
  /** a food of a collection that this import does not cover (USDA branded and survey foods) */
  | "data_type_unsupported"
  /** the id stood earlier in the same file: the first row counts */
  | "duplicate_in_file"
  /** a curated record that is not of the curated form */
  | "schema_invalid"
  /** a curated record whose values break a nutrition rule */
  | "nutrition_implausible"

export type RowOutcome =
  | { readonly _tag: "Accepted"; readonly facts: ProductFacts }
  | { readonly _tag: "Rejected"; readonly reason: RejectReason; readonly detail: string }

/** One row of a source and what became of it; every row has exactly one. */
export interface SourceRow {
  /** 1 for the first line of the file, header and blank lines counted */
  readonly line: number
  readonly outcome: RowOutcome
}

export const accepted = (facts: ProductFacts): RowOutcome => ({ _tag: "Accepted", facts })

/** `detail` says what was found, cut to 200 characters. */
export const rejected = (reason: RejectReason, detail: string): RowOutcome => ({
  _tag: "Rejected",
  reason,
  detail: detail.length > 200 ? `${detail.slice(0, 199)}…` : detail
})

/** A source opened for reading, in batches of at most about a thousand rows. */
export interface SourceReader {
  /** bytes to read in all, compressed as they lie on the disk; `null` when unknown (standard input) */
  readonly byteCount: number | null
  /** bytes read so far, counted as `byteCount` is */
  readonly bytesRead: () => number
  /**
   * The rows in their order, once. What can be read of a broken file comes first; then the iteration throws
   * `SourceUnreadable`. Ending it early closes the file.
   */
  readonly rows: AsyncIterable<ReadonlyArray<SourceRow>>
}
