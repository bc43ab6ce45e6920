import type { ProductFacts } from "../../domain/product/ProductFacts.ts"
import type { ProductId } from "../../domain/product/ProductId.ts"

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
  /** a food of a collection that this import does not cover (USDA experimental foods, survey foods as CSV) */
  | "data_type_unsupported"
  /** the id stood earlier in the same file: the first row counts */
  | "duplicate_in_file"
  /** a curated or partner record that is not of its form */
  | "schema_invalid"
  /** a curated or partner record whose values break a nutrition rule */
  | "nutrition_implausible"

/** Rows that are rightly left out: nothing is wrong with them, and nothing is lost. */
export const skippedReasons: ReadonlySet<RejectReason> = new Set([
  "not_a_food",
  "superseded",
  "data_type_unsupported",
  "duplicate_in_file"
])

export type RowOutcome =
  | { readonly _tag: "Accepted"; readonly facts: ProductFacts }
  /** the source says that the product is no more */
  | { readonly _tag: "Withdrawn"; readonly id: ProductId; readonly reason: string }
  | {
      readonly _tag: "Rejected"
      readonly reason: RejectReason
      readonly detail: string
      /** the product that the row is about, where it says so much and the product stays what it was */
      readonly about: ProductId | null
    }

/** One row of a source and what became of it; every row has exactly one. */
export interface SourceRow {
  /** 1 for the first line of the file, header and blank lines counted; where there are no lines, the record's number */
  readonly line: number
  readonly outcome: RowOutcome
}

export const accepted = (facts: ProductFacts): RowOutcome => ({ _tag: "Accepted", facts })

export const withdrawn = (id: ProductId, reason: string): RowOutcome => ({ _tag: "Withdrawn", id, reason })

/** `detail` says what was found, cut to 200 characters. */
export const rejected = (reason: RejectReason, detail: string, about: ProductId | null = null): RowOutcome => ({
  _tag: "Rejected",
  reason,
  detail: detail.length > 200 ? `${detail.slice(0, 199)}…` : detail,
  about
})

/** A source opened for reading, in batches of at most about a thousand rows. */
export interface SourceReader<Row extends SourceRow = SourceRow> {
  /** bytes to read in all, compressed as they lie on the disk; `null` when unknown (standard input) */
  readonly byteCount: number | null
  /** bytes read so far, counted as `byteCount` is */
  readonly bytesRead: () => number
  /**
   * The rows in their order, once. What can be read of a broken file comes first; then the iteration throws
   * `SourceUnreadable`. Ending it early closes the file.
   */
  readonly rows: AsyncIterable<ReadonlyArray<Row>>
  /** What the whole source holds, asked after its last row; missing where a source cannot be reconciled. */
  readonly inventory?: SourceInventory
}

export interface SourceInventory {
  /** a row names the product, be it one that cannot be used; not when the source says that it is no food */
  readonly has: (id: ProductId) => boolean
  /** the latest change of any of its rows, in seconds since 1970; `null` when no row says */
  readonly changedAt: () => number | null
  /** lets its memory go; it has nothing from then on */
  readonly forget: () => void
}
