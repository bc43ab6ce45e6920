import { Result } from "effect"
import type { Line } from "../Lines.ts"
import { rejected, type RowOutcome } from "../SourceRow.ts"
import { SourceUnreadable } from "../SourceUnreadable.ts"
import { isOffRecord, type OffRecord } from "./OffRecord.ts"

/** UTF-16 units of a JSON document that is more than one line: an answer of an API, not a dump. */
const documentLengthMax = 16 * 1024 * 1024

type Outcome = (record: OffRecord, isValidUtf8: boolean) => RowOutcome

/** The products of one line of a dump: mostly the line is one; an answer of an API on one line can hold several. */
export const jsonOutcomes = (line: Line, outcome: Outcome): ReadonlyArray<RowOutcome> => {
  if (line.text.trim() === "") return []
  const records = recordsIn(parsed(line.text))
  if (records === null) return [rejected("json_invalid", line.text.slice(0, 80))]
  return records.map((record) => outcome(record, line.isValidUtf8))
}

/** Does a JSON document of many lines begin here? A line of a dump holds a whole object. */
export const beginsDocument = (line: Line): boolean => {
  const text = line.text.trim()
  return text === "{" || text.startsWith("[")
}

/** The products of a document, its lines from the first on. Throws `SourceUnreadable` when it is no JSON, or too long. */
export const documentOutcomes = async (
  name: string,
  batches: AsyncIterable<ReadonlyArray<Line>>,
  outcome: Outcome
): Promise<ReadonlyArray<RowOutcome>> => {
  const refuse = (detail: string) => new SourceUnreadable({ source: name, reason: "json_invalid", detail })
  const texts: Array<string> = []
  let length = 0
  let isValidUtf8 = true
  for await (const lines of batches) {
    for (const line of lines) {
      length += line.text.length + 1
      if (line.isTooLong || length > documentLengthMax) {
        throw refuse(`a JSON document of more than ${documentLengthMax} characters: only JSON lines may be longer`)
      }
      texts.push(line.text)
      isValidUtf8 &&= line.isValidUtf8
    }
  }
  const records = recordsIn(parsed(texts.join("\n")))
  if (records === null) throw refuse(texts[0]?.slice(0, 80) ?? "")
  return records.map((record) => outcome(record, isValidUtf8))
}

const parsed = (text: string): unknown => {
  const value = Result.try((): unknown => JSON.parse(text))
  return Result.isSuccess(value) ? value.success : null
}

/** A product, a list of products, `{products: […]}`, `{product: …}`, or answers by code; `null` for anything else. */
const recordsIn = (value: unknown): ReadonlyArray<OffRecord> | null => {
  if (Array.isArray(value)) return value.every(isOffRecord) ? value : null
  if (!isOffRecord(value)) return null
  if (value["code"] !== undefined || value["_id"] !== undefined) return answered(value)
  if (Array.isArray(value["products"])) return recordsIn(value["products"])
  const answers = Object.values(value)
  const isByCode = answers.length > 0 && answers.every((one) => isOffRecord(one) && isOffRecord(one["product"]))
  return isByCode ? answers.flatMap((one) => (isOffRecord(one) ? answered(one) : [])) : answered(value)
}

const answered = (value: OffRecord): ReadonlyArray<OffRecord> =>
  isOffRecord(value["product"]) ? [value["product"]] : [value]
