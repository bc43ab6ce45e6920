import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { platform } from "node:process"
import { DatabaseSync, type StatementSync } from "node:sqlite"
import { productIdOf } from "../../../domain/product/ProductId.ts"
import { rejected, type RowOutcome, type SourceRow } from "../SourceRow.ts"
import { brandedOutcome, type FdcLabel, isAsSold } from "./FdcBranded.ts"
import { identityRefusal } from "./FdcFood.ts"
import { barcodeOfGtin } from "./FdcGtin.ts"
import type { FdcAmounts } from "./FdcNutrients.ts"

const batchRowCount = 1_000
/** Characters of an amount: more than any number needs, and as many as are shown of what is none. */
const amountLengthMax = 40
const bufferedFoodCountMax = 1_000

/** Two million foods, in the temporary file: 0.6 GB. What SQLite keeps of it in memory, in KiB. */
const cacheKib = 16 * 1024

/**
 * The branded foods of a download, brought together by fdc_id and set against each other by barcode, in a temporary
 * SQLite file: nothing says in which order a release lists foods, labels and nutrients, two million foods with their
 * texts do not fit the memory, and which record of a barcode counts is known only after the last one.
 *
 * Of one barcode the newest record (highest fdc_id) with a nutrient counts, else the newest; the others are
 * `superseded`. So do twins: what a maker states to LI and to GDSN alike.
 */
export class FdcBrandedFoods implements Disposable {
  private readonly folder = mkdtempSync(join(tmpdir(), "fooddata-branded-"))
  private readonly database: DatabaseSync
  private readonly insertLabel: StatementSync
  private readonly insertFood: StatementSync
  private readonly appendAmounts: StatementSync
  private readonly buffered = new Map<number, string>()

  constructor() {
    this.database = new DatabaseSync(join(this.folder, "branded.db"))
    this.database.exec(schema)
    // Where an open file may lose its name it goes with the process, however that ends
    if (platform !== "win32") rmSync(this.folder, { recursive: true, force: true })
    this.insertLabel = this.database.prepare("INSERT OR IGNORE INTO label VALUES (?, ?, ?, ?)")
    this.insertFood = this.database.prepare("INSERT OR IGNORE INTO food VALUES (?, ?, ?)")
    this.appendAmounts = this.database.prepare(
      "INSERT INTO amounts VALUES (?, ?) ON CONFLICT (fdc_id) DO UPDATE SET text = text || excluded.text"
    )
  }

  addLabel(fdcId: string, label: FdcLabel): void {
    if (productIdOf("usda", fdcId) === null) return
    const code = barcodeOfGtin(label.gtin) ?? `fdc:${fdcId}`
    this.insertLabel.run(Number(fdcId), code, isAsSold(label) ? 1 : 0, labelText(label))
  }

  /** `null` when the food is kept, else why not. */
  addFood(line: number, fdcId: string, description: string): RowOutcome | null {
    const refused = identityRefusal(fdcId, description)
    if (refused !== null) return refused
    const { changes } = this.insertFood.run(Number(fdcId), line, description)
    return changes === 0 ? rejected("duplicate_in_file", fdcId) : null
  }

  /** The first amount that is stated for a place counts. Amounts of foods that are not branded are left alone. */
  addAmount(fdcId: string, place: number, amount: string): void {
    const key = Number(fdcId)
    if (amount === "" || !Number.isSafeInteger(key)) return
    this.buffered.set(
      key,
      `${this.buffered.get(key) ?? ""}${place}:${amount.replaceAll(";", " ").slice(0, amountLengthMax)};`
    )
    if (this.buffered.size >= bufferedFoodCountMax) this.flush()
  }

  /** All foods with what became of them, in the order of their numbers; once, after everything was added. */
  *rows(): Generator<ReadonlyArray<SourceRow>> {
    this.flush()
    this.database.exec(chooseNewest)
    let batch: Array<SourceRow> = []
    for (const row of this.database.prepare(selectAll).iterate()) {
      batch.push(rowOf(row))
      if (batch.length < batchRowCount) continue
      yield batch
      batch = []
    }
    if (batch.length > 0) yield batch
  }

  [Symbol.dispose](): void {
    this.database.close()
    rmSync(this.folder, { recursive: true, force: true })
  }

  private flush(): void {
    for (const [fdcId, text] of this.buffered) this.appendAmounts.run(fdcId, text)
    this.buffered.clear()
  }
}

// Nothing is read back after a crash: neither journal nor sync, and one transaction to the end
const schema = `
  PRAGMA journal_mode = OFF;
  PRAGMA synchronous = OFF;
  PRAGMA locking_mode = EXCLUSIVE;
  PRAGMA cache_size = -${cacheKib};
  CREATE TABLE label (fdc_id INTEGER PRIMARY KEY, code TEXT NOT NULL, as_sold INTEGER NOT NULL, text TEXT NOT NULL);
  CREATE TABLE food (fdc_id INTEGER PRIMARY KEY, line INTEGER NOT NULL, description TEXT NOT NULL);
  CREATE TABLE amounts (fdc_id INTEGER PRIMARY KEY, text TEXT NOT NULL);
  CREATE TABLE newest (code TEXT PRIMARY KEY, rank INTEGER NOT NULL) WITHOUT ROWID;
  BEGIN;
`

/** A rank is the number of the food, and above all numbers when it has nutrients. */
const withNutrients = 2 ** 40

const chooseNewest = `
  INSERT INTO newest
  SELECT code, max(fdc_id + CASE WHEN as_sold AND amounts.text IS NOT NULL THEN ${withNutrients} ELSE 0 END)
  FROM food JOIN label USING (fdc_id) LEFT JOIN amounts USING (fdc_id)
  GROUP BY code
`

const selectAll = `
  SELECT fdc_id AS fdcId, line, description, label.text AS label, amounts.text AS amounts,
    newest.rank % ${withNutrients} AS newest
  FROM food LEFT JOIN label USING (fdc_id) LEFT JOIN amounts USING (fdc_id) LEFT JOIN newest USING (code)
  ORDER BY fdc_id
`

const rowOf = (row: Readonly<Record<string, unknown>>): SourceRow => {
  const line = Number(row["line"])
  const fdcId = String(row["fdcId"])
  const description = String(row["description"])
  // As with other collections: what its own list does not name is an old version
  if (typeof row["label"] !== "string") return { line, outcome: rejected("superseded", `${fdcId} ${description}`) }
  if (String(row["newest"]) !== fdcId) {
    return { line, outcome: rejected("superseded", `${fdcId} by ${String(row["newest"])}: ${description}`) }
  }
  const amounts = typeof row["amounts"] === "string" ? amountsOf(row["amounts"]) : []
  return { line, outcome: brandedOutcome(fdcId, description, labelOf(row["label"]), amounts) }
}

const amountsOf = (text: string): FdcAmounts => {
  const amounts: FdcAmounts = []
  for (const stated of text.split(";")) {
    const colon = stated.indexOf(":")
    if (colon > 0) amounts[Number(stated.slice(0, colon))] ??= stated.slice(colon + 1)
  }
  return amounts
}

/** Between the fields of a label stands what no label has: the unit separator of ASCII. */
const separator = "\u001F"

const labelText = (label: FdcLabel): string =>
  [
    label.brandOwner,
    label.brandName,
    label.gtin,
    label.servingSize,
    label.servingSizeUnit,
    label.householdServing,
    label.category,
    label.packageWeight,
    label.marketCountry,
    label.preparation,
    label.ingredients,
    label.modified
  ]
    .map((field) => field.replaceAll(separator, " ").slice(0, fieldLengthMax))
    .join(separator)

/** Characters of a field that are kept: more than the longest text of a product, so that what is cut off is known to be. */
const fieldLengthMax = 8_000

const labelOf = (text: string): FdcLabel => labelOfFields(text.split(separator))

/** A label from its fields in the order of `labelColumns`. */
export const labelOfFields = ([
  brandOwner = "",
  brandName = "",
  gtin = "",
  servingSize = "",
  servingSizeUnit = "",
  householdServing = "",
  category = "",
  packageWeight = "",
  marketCountry = "",
  preparation = "",
  ingredients = "",
  modified = "",
  available = ""
]: ReadonlyArray<string>): FdcLabel => ({
  brandOwner,
  brandName,
  gtin,
  servingSize,
  servingSizeUnit,
  householdServing,
  category,
  packageWeight,
  marketCountry,
  preparation,
  ingredients,
  modified: modified.trim() === "" ? available : modified
})
