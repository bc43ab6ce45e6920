import { Predicate, Schema } from "effect"
import { sourceKinds } from "../../../infra/sources/OpenSource.ts"
import type { SourceRow } from "../../../infra/sources/SourceRow.ts"
import type { SourceUnreadable } from "../../../infra/sources/SourceUnreadable.ts"
import type { LoadedProduct } from "../../../infra/sqlite/product-index/LoadedProduct.ts"

/** What the thread that reads a source is started with. */
export const SourceThreadData = Schema.Struct({ kind: Schema.Literals(sourceKinds), path: Schema.String })

/** `open` comes first and once; each `next` asks for more rows. */
export type SourceQuestion = "open" | "next"

/** A row with what the product index takes of it: nothing where the row lists no product. */
export interface DescribedRow extends SourceRow {
  readonly product: LoadedProduct | null
}

export type SourceAnswer =
  | { readonly _tag: "Opened"; readonly byteCount: number | null }
  | { readonly _tag: "Rows"; readonly rows: ReadonlyArray<DescribedRow>; readonly bytesRead: number }
  | { readonly _tag: "End" }
  | { readonly _tag: "Unreadable"; readonly error: Pick<SourceUnreadable, "source" | "reason" | "detail"> }

export const isSourceAnswer = (value: unknown): value is SourceAnswer =>
  Predicate.hasProperty(value, "_tag") &&
  Predicate.isString(value._tag) &&
  ["Opened", "Rows", "End", "Unreadable"].includes(value._tag)
