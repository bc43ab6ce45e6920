import { Result, Schema } from "effect"
import { crc32 } from "../../domain/Crc32.ts"
import { JournalRecord } from "../../domain/ports/UsageJournal.ts"

/**
 * One record is one line of ASCII: eight hexadecimal digits of the CRC-32 of the rest, a letter for the kind, and the
 * fields, with a space between each. A person can read the file, and a line that was cut off does not check.
 */
export const encodeRecord = (record: JournalRecord): string => {
  const text = fieldsOf(record)
  return `${checkOf(text)} ${text}\n`
}

const hexadecimal = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"))
const hexadecimalOf = (byte: number): string => hexadecimal[byte & 0xff] ?? ""

/** By a table, which takes a quarter of the time of `toString(16)`: every request writes one. */
const checkOf = (text: string): string => {
  const crc = crc32(text)
  return hexadecimalOf(crc >>> 24) + hexadecimalOf(crc >>> 16) + hexadecimalOf(crc >>> 8) + hexadecimalOf(crc)
}

// a template per kind: this runs on every request
const fieldsOf = (record: JournalRecord): string => {
  switch (record._tag) {
    case "Used":
      return `U ${record.lease} ${record.n} ${record.at} ${record.operation}`
    case "Returned":
      return `V ${record.lease} ${record.n}`
    case "Requested":
      return `R ${record.request} ${record.keyId} ${record.day}`
    case "Refused":
      return `N ${record.request}`
    case "Granted":
      return `G ${record.lease} ${record.request} ${record.keyId} ${record.day} ${record.reported}`
    case "Closed":
      return `C ${record.lease}`
  }
}

const decode = Schema.decodeUnknownResult(JournalRecord)

/** The record of a line without its newline; `undefined` when it is not one. */
export const decodeRecord = (line: string): JournalRecord | undefined => {
  const text = line.slice(9)
  if (line.slice(0, 9) !== `${checkOf(text)} `) return undefined
  const record = decode(unknownRecord(text.split(" ")))
  return Result.isSuccess(record) ? record.success : undefined
}

const unknownRecord = ([kind, a, b, c, d, e]: ReadonlyArray<string>): unknown => {
  switch (kind) {
    case "U":
      return { _tag: "Used", lease: a, n: Number(b), at: Number(c), operation: d }
    case "V":
      return { _tag: "Returned", lease: a, n: Number(b) }
    case "R":
      return { _tag: "Requested", request: a, keyId: b, day: c }
    case "N":
      return { _tag: "Refused", request: a }
    case "G":
      return { _tag: "Granted", lease: a, request: b, keyId: c, day: d, reported: Number(e) }
    case "C":
      return { _tag: "Closed", lease: a }
    default:
      return undefined
  }
}

/** What could be read of a journal. */
export interface JournalText {
  readonly records: ReadonlyArray<JournalRecord>
  /** bytes of whole records from the start; what follows is the torn end */
  readonly goodBytes: number
  /** the first damaged line, from 1, when whole records follow it: then it is no torn end */
  readonly damagedLine: number | undefined
  /** uses in whole records behind that line: whether they were reported, nobody can tell */
  readonly usesInDoubt: number
}

/** Reads the records up to the first line that does not check. */
export const parseJournal = (text: string): JournalText => {
  const records: Array<JournalRecord> = []
  let goodBytes = 0
  let start = 0
  for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", start)) {
    const record = decodeRecord(text.slice(start, end))
    start = end + 1
    if (record === undefined) {
      const behind = recordsIn(text.slice(start))
      return {
        records,
        goodBytes,
        damagedLine: behind.length > 0 ? records.length + 1 : undefined,
        usesInDoubt: behind.filter(({ _tag }) => _tag === "Used").length
      }
    }
    records.push(record)
    goodBytes = start
  }
  return { records, goodBytes, damagedLine: undefined, usesInDoubt: 0 }
}

const recordsIn = (text: string): ReadonlyArray<JournalRecord> =>
  text.split("\n").flatMap((line) => decodeRecord(line) ?? [])
