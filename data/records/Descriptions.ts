import { readCsv } from "../Csv.ts"
import { plainDescription } from "../FnddsNames.ts"
import type { Originals } from "../Originals.ts"

/**
 * What the survey says of its foods beyond their names, as `code, reports, specified, name, descriptions` separated by tabs:
 * how often NHANES 2007-2012 counted a food; 0 where something is not further specified; and USDA's additional
 * descriptions of 2021-2023 and 2003-2004 ("gumdrops", brands).
 */
export const surveyDescriptions = (originals: Originals): ReadonlyArray<string> => {
  const reports = new Map(
    readCsv(originals.text("nhanes_2007-2012_food_code_frequency_grams.csv.gz")).map((row) => [
      row.get("food_code") ?? "",
      row.get("reports_all_ages") ?? "0"
    ])
  )
  const further = Map.groupBy(
    readCsv(originals.text("fndds2_2003-2004_additional_descriptions.csv.gz")),
    (row) => row.get("food_code") ?? ""
  )
  return readCsv(originals.text("fndds_2021-2023_foods.csv.gz"))
    .toSorted((one, other) => ((one.get("Food code") ?? "") < (other.get("Food code") ?? "") ? -1 : 1))
    .map((row) => {
      const code = row.get("Food code") ?? ""
      const texts = [
        row.get("Additional food description") ?? "",
        ...(further.get(code) ?? []).map((each) => each.get("additional_description") ?? "")
      ]
      const descriptions = [...new Set(texts.flatMap((text) => text.split("; ")).filter((text) => text !== ""))]
      const description = row.get("Main food description") ?? ""
      const isSpecified = !/\b(?:NFS|NS as to)\b/.test(description)
      const name = plainDescription(description)
      return [code, reports.get(code) ?? "0", isSpecified ? "1" : "0", name, descriptions.join("; ").replaceAll("\t", " ")].join("\t")
    })
}
