import { unitIds } from "../../domain/language/quantities/Units.ts"
import { readTsv } from "../Csv.ts"
import { withoutComments } from "./PortionWords.ts"

const units: ReadonlySet<string> = new Set(unitIds)

/** Reads `measure-alternatives.tsv` into lines `unit|measure measure …`. */
export const measureAlternatives = (table: string): ReadonlyArray<string> => {
  const seen = new Set<string>()
  return readTsv(withoutComments(table)).map((row) => {
    const unit = row.get("measure") ?? ""
    if (!units.has(unit)) throw new Error(`measure-alternatives.tsv: no unit ${unit}`)
    if (seen.has(unit)) throw new Error(`measure-alternatives.tsv: ${unit} stands twice`)
    seen.add(unit)
    return `${unit}|${row.get("instead")}`
  })
}
