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

  private readonly firstByFood = new Map<string, { readonly order: number; readonly serving: FdcServing }>()
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
      const serving = servingOfPortion({ amount, unit: this.units.get(unitId) ?? "", description, modifier, grams })
      if (serving !== null) this.firstByFood.set(fdcId, { order, serving })
    }
  }

  of(fdcId: string): FdcServing | null {
    return this.firstByFood.get(fdcId)?.serving ?? null
  }
}

/** A household measure: in words with its weight, `1 cup (244 g)`, and the weight. */
export interface FdcServing {
  readonly text: string
  /** a number as the source writes it */
  readonly grams: string
}

/** `null` when the words or the weight are missing. */
export const servingOfPortion = (portion: {
  readonly amount: string
  readonly unit: string
  readonly description: string
  readonly modifier: string
  readonly grams: string
}): FdcServing | null => {
  const { amount, description, grams, modifier, unit } = portion
  const words = [plainNumber(amount), unit === "undetermined" ? "" : unit, description, modifier]
  const measure = words.filter((word) => word !== "").join(" ")
  return measure === "" || grams === "" ? null : { text: `${measure} (${plainNumber(grams)} g)`, grams }
}

const plainNumber = (text: string): string => text.replace(/\.0+$/, "")
