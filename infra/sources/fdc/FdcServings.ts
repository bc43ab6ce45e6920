import type { FdcRow } from "./FdcTable.ts"

/**
 * One household measure per food, the first in the order in which FDC shows them, worded like a label: `1 cup (244 g)`.
 * Foundation foods name the unit by number; SR legacy has 9999 there and the unit in the modifier.
 */
export class FdcServings {
  static readonly columns = [
    "fdc_id",
    "seq_num",
    "amount",
    "measure_unit_id",
    "portion_description",
    "modifier",
    "gram_weight"
  ]

  private readonly firstByFood = new Map<string, { readonly order: number; readonly text: string }>()
  private readonly units: ReadonlyMap<string, string>

  constructor(units: ReadonlyMap<string, string>) {
    this.units = units
  }

  /** Portions of foods that are not asked for are left out. */
  add(rows: ReadonlyArray<FdcRow>, foods: { readonly has: (fdcId: string) => boolean }): void {
    for (const { fields } of rows) {
      const [fdcId = "", sequence = "", amount = "", unitId = "", description = "", modifier = "", grams = ""] = fields
      if (!foods.has(fdcId)) continue
      const order = sequence === "" ? Number.MAX_SAFE_INTEGER : Number(sequence)
      const known = this.firstByFood.get(fdcId)
      if (known !== undefined && known.order <= order) continue
      const unit = this.units.get(unitId) ?? ""
      const words = [plainNumber(amount), unit === "undetermined" ? "" : unit, description, modifier]
      const measure = words.filter((word) => word !== "").join(" ")
      if (measure === "" || grams === "") continue
      this.firstByFood.set(fdcId, { order, text: `${measure} (${plainNumber(grams)} g)` })
    }
  }

  of(fdcId: string): string | null {
    return this.firstByFood.get(fdcId)?.text ?? null
  }
}

const plainNumber = (text: string): string => text.replace(/\.0+$/, "")
