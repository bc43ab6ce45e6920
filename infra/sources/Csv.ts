import { lineBatches } from "./Lines.ts"

export interface CsvRecord {
  /** the line on which it begins; 1 is the header */
  readonly line: number
  /** none when the line is too long to be read */
  readonly fields: ReadonlyArray<string>
}

/** A quoted field can run over lines; a quote that never closes must not swallow a file. */
const recordLineCountMax = 1_000

/** The records of a CSV with commas and RFC 4180 quotes, in batches as they are read, header first. */
export async function* csvRecords(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ReadonlyArray<CsvRecord>> {
  let open: Array<string> = []
  let openLine = 0
  for await (const lines of lineBatches(chunks)) {
    const records: Array<CsvRecord> = []
    for (const { isTooLong, number, text } of lines) {
      if (isTooLong && open.length === 0) {
        records.push({ line: number, fields: [] })
        continue
      }
      if (open.length === 0 && text === "") continue
      const quoted = open.length === 0 ? allQuoted(text) : null
      if (quoted !== null) {
        records.push({ line: number, fields: quoted })
        continue
      }
      const isBalanced = hasBalancedQuotes(text)
      if (open.length === 0 && isBalanced) {
        records.push({ line: number, fields: csvFields(text) })
        continue
      }
      if (open.length === 0) openLine = number
      open.push(text)
      const isComplete = open.length > 1 && !isBalanced
      if (!isComplete && open.length < recordLineCountMax) continue
      records.push({ line: openLine, fields: csvFields(open.join("\n")) })
      open = []
    }
    yield records
  }
  if (open.length > 0) yield [{ line: openLine, fields: csvFields(open.join("\n")) }]
}

/** The fields of a record in which all are quoted and none has a quote in it, as USDA writes nearly all; else `null`. */
const allQuoted = (text: string): ReadonlyArray<string> | null => {
  if (text.length < 2 || !text.startsWith('"') || !text.endsWith('"')) return null
  const fields = text.slice(1, -1).split('","')
  for (const field of fields) if (field.includes('"')) return null
  return fields
}

/** The fields of one record. */
export const csvFields = (text: string): ReadonlyArray<string> => {
  if (!text.includes('"')) return text.split(",")
  const fields: Array<string> = []
  let start = 0
  while (start <= text.length) {
    if (text[start] !== '"') {
      const comma = text.indexOf(",", start)
      const end = comma === -1 ? text.length : comma
      fields.push(text.slice(start, end))
      start = end + 1
      continue
    }
    const end = closingQuote(text, start + 1)
    const field = text.slice(start + 1, end)
    fields.push(field.includes('""') ? field.replaceAll('""', '"') : field)
    start = end + 2
  }
  return fields
}

const closingQuote = (text: string, from: number): number => {
  for (let at = text.indexOf('"', from); at !== -1; at = text.indexOf('"', at + 2)) {
    if (text[at + 1] !== '"') return at
  }
  return text.length
}

const hasBalancedQuotes = (text: string): boolean => {
  let isEven = true
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) isEven = !isEven
  return isEven
}
