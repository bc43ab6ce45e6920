import { Record } from "effect"
import type { EventEnvelope } from "../../domain/EventEnvelope.ts"
import type { ProductFacts } from "../../domain/product/ProductFacts.ts"
import { sourceOf } from "../../domain/product/ProductId.ts"
import { detailNutrients, servedNutrients } from "../../domain/product/Nutrients.ts"
import type { ParquetColumn } from "../parquet/ParquetTable.ts"

/** A product as its newest event has it. */
export interface ListedProduct {
  readonly facts: ProductFacts
  readonly version: number
  /** ms since the epoch */
  readonly recordedAt: number
}

/** The product of an event; none of a withdrawal. */
export const listedProduct = ({
  event,
  recordedAt,
  streamVersion
}: EventEnvelope<"product">): ReadonlyArray<ListedProduct> =>
  event._tag === "ProductWithdrawn" ? [] : [{ facts: event.facts, version: streamVersion, recordedAt }]

type Column = ParquetColumn<ListedProduct>
type Of<A> = (facts: ProductFacts) => A

const text = (name: string, of: Of<string>): Column => ({ name, type: "STRING", of: ({ facts }) => of(facts) })
const maybe = (name: string, of: Of<string | null>): Column => ({
  name,
  type: "STRING",
  isNullable: true,
  of: ({ facts }) => of(facts)
})
const flag = (name: string, of: Of<boolean>): Column => ({ name, type: "BOOLEAN", of: ({ facts }) => of(facts) })
const json = (name: string, of: Of<unknown>): Column => ({
  name,
  type: "STRING",
  isJson: true,
  of: ({ facts }) => JSON.stringify(of(facts))
})
const amount = (name: string, of: Of<number | null>): Column => ({
  name,
  type: "DOUBLE",
  isNullable: true,
  of: ({ facts }) => of(facts)
})

/** The catalogue as a table. Columns have the names of the interface's answers; lists and objects are JSON, as events have them. */
export const productColumns: ReadonlyArray<Column> = [
  text("id", ({ id }) => id),
  { name: "version", type: "INT32", of: ({ version }) => version },
  { name: "changed_at", type: "TIMESTAMP", of: ({ recordedAt }) => recordedAt },
  text("name", ({ id, mainLanguage, names }) => names[mainLanguage]?.[0] ?? Object.values(names)[0]?.[0] ?? id),
  text("main_language", ({ mainLanguage }) => mainLanguage),
  json("names", ({ names }) => names),
  maybe("brands", ({ brands }) => brands),
  maybe("barcode", ({ barcode }) => barcode),
  maybe("food_group", ({ foodGroup }) => foodGroup),
  json("categories", ({ categories }) => categories),
  json("regions", ({ regions }) => regions),
  flag("generic", ({ generic }) => generic),
  flag("verified", ({ verified }) => verified),
  text("basis", ({ basis }) => basis),
  ...Record.keys(servedNutrients).map((name) => amount(name, ({ nutrition }) => nutrition[name])),
  maybe("serving", ({ serving }) => serving),
  amount("serving_amount", ({ servingSize }) => servingSize?.amount ?? null),
  maybe("serving_unit", ({ servingSize }) => servingSize?.unit ?? null),
  maybe("quantity", ({ quantity }) => quantity),
  json("composition", ({ composition }) => composition ?? null),
  json("quality", ({ quality }) => quality),
  { name: "popularity", type: "INT64", of: ({ facts }) => facts.popularity },
  { name: "modified_on", type: "DATE", isNullable: true, of: ({ facts }) => facts.modifiedOn ?? null },
  maybe("image_url", ({ imageUrl }) => imageUrl),
  text("source", ({ id }) => sourceOf(id)),
  text("dataset", ({ provenance }) => provenance.dataset),
  text("reference", ({ provenance }) => provenance.reference),
  text("licence", ({ provenance }) => provenance.licence),
  ...Record.keys(detailNutrients).map((name) => amount(name, ({ nutrients }) => nutrients?.[name] ?? null))
]
