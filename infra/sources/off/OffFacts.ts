import { Predicate } from "effect"
import { normaliseBarcode } from "../../../domain/product/Barcode.ts"
import { assessNutrition } from "../../../domain/product/NutritionGate.ts"
import type { QualityFlag } from "../../../domain/product/ProductFacts.ts"
import { productIdOf } from "../../../domain/product/ProductId.ts"
import { regionsOf } from "../../../domain/product/Region.ts"
import { modifiedAtSeconds } from "../Days.ts"
import { accepted, rejected, type RowOutcome, withdrawn } from "../SourceRow.ts"
import { cleanText, textLengthMax } from "../Text.ts"
import { offComposition } from "./OffComposition.ts"
import { categoriesOf, categoryTags, foodGroupOf, nonFoodKind } from "./OffCategories.ts"
import { imageUrlOf } from "./OffImage.ts"
import { offServingSize } from "./OffMeasure.ts"
import { offNames } from "./OffNames.ts"
import { offNutrition } from "./OffNutrition.ts"
import { list, type OffRecord } from "./OffRecord.ts"

/**
 * A product of Open Food Facts as facts, or the reason why it is none. JSON, exports and Parquet come through here alike:
 * they name the same fields, and differ in that exports write lists as text with commas. An obsolete product, one that
 * its maker or a contributor says is sold no more, is withdrawn.
 */
export const offOutcome = (record: OffRecord, isValidUtf8: boolean): RowOutcome => {
  const code = codeOf(record)
  if (code === "") return rejected("no_code", "")
  const id = productIdOf("off", code)
  if (id === null) return rejected("code_invalid", code)
  const tags = categoryTags(record)
  const nonFood = nonFoodKind(record, tags)
  if (nonFood !== null) return rejected("not_a_food", `${code} ${nonFood}`)
  if (isObsolete(record["obsolete"])) return withdrawn(id, "obsolete")
  const names = offNames(record)
  if (names === null) return rejected("no_name", code, id)
  const { stated, basis, setAside } = offNutrition(record, tags)
  const { nutrients, nutrition, quality } = assessNutrition(stated)
  const digits = id.slice("off_".length)
  return accepted({
    id,
    ...names,
    brands: cleanText(list(record["brands"]).join(", "), textLengthMax.brands),
    barcode: normaliseBarcode(digits),
    foodGroup: foodGroupOf(record, tags),
    categories: categoriesOf(record, tags),
    imageUrl: imageUrlOf(record, digits, names.mainLanguage),
    verified: false,
    generic: false,
    regions: regionsOf(countries(record)),
    nutrition,
    ...(nutrients === undefined ? {} : { nutrients }),
    basis,
    quality: [...quality, ...setAside, ...(isValidUtf8 ? [] : [brokenText])],
    serving: cleanText(record["serving_size"], textLengthMax.serving),
    ...offServingSize(record),
    quantity: cleanText(record["quantity"], textLengthMax.serving),
    popularity: popularityOf(record["unique_scans_n"]),
    ...modifiedAtSeconds(record["last_modified_t"]),
    ...offComposition(record, names.mainLanguage),
    provenance: {
      dataset: "Open Food Facts",
      reference: `https://world.openfoodfacts.org/product/${digits}`,
      licence: "ODbL-1.0"
    }
  })
}

/** Bytes that are no UTF-8 were left out of the texts. */
const brokenText: QualityFlag = { field: "text", rule: "invalid_utf8", raw: "" }

const codeOf = (record: OffRecord): string => {
  const code = record["code"] ?? record["_id"]
  if (typeof code === "string") return code.trim()
  return typeof code === "number" && Number.isSafeInteger(code) && code >= 0 ? String(code) : ""
}

/** `on` in the JSON and exports, true in Parquet; `""`, `off`, `0` and nothing mean that it is sold. */
const isObsolete = (value: unknown): boolean => value === true || value === "on" || value === 1 || value === "1"

/** Tags where there are some: the names beside them are in the language of the last editor. */
const countries = (record: OffRecord): ReadonlyArray<string> => {
  const tags = list(record["countries_tags"])
  return tags.length > 0 ? tags : list(record["countries"])
}

const popularityOf = (scans: unknown): number => {
  const count = typeof scans === "string" && scans !== "" ? Number(scans) : scans
  return Predicate.isNumber(count) && Number.isSafeInteger(count) && count > 0 ? count : 0
}
