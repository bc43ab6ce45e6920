import type { SchemaElement } from "hyparquet"
import { ByteWriter, ParquetWriter } from "hyparquet-writer"

/** A value as its column holds it; of a `TIMESTAMP` the ms since the epoch, of a `DATE` `YYYY-MM-DD`. */
export type Cell = string | number | boolean | null

/** A column of a table, and how it is read off a row. JSON is a `STRING`: as JSON of Parquet it reaches Polars as bytes. */
export interface ParquetColumn<Row> {
  readonly name: string
  readonly type: "STRING" | "INT32" | "INT64" | "DOUBLE" | "BOOLEAN" | "DATE" | "TIMESTAMP"
  readonly isNullable?: boolean
  /** no two values are alike, and nobody looks for one between two others */
  readonly isLong?: boolean
  /** the text is JSON, for whoever writes the same rows as something else */
  readonly isJson?: boolean
  readonly of: (row: Row) => Cell
}

/** Of 50,000 rows a group took 505 MB to write. */
export const rowGroupSize = 10_000
/** Text in a group beyond which it is written sooner: the largest events have some 100 kB. */
const rowGroupTextMax = 32 * 1024 * 1024
const createdBy = "fooddata"

const elementOf = <Row>({ isNullable = false, name, type }: ParquetColumn<Row>): SchemaElement => {
  const repetition_type = isNullable ? "OPTIONAL" : "REQUIRED"
  switch (type) {
    case "STRING":
      return { name, repetition_type, type: "BYTE_ARRAY", converted_type: "UTF8", logical_type: { type: "STRING" } }
    case "TIMESTAMP":
      return {
        name,
        repetition_type,
        type: "INT64",
        converted_type: "TIMESTAMP_MICROS",
        logical_type: { type: "TIMESTAMP", isAdjustedToUTC: true, unit: "MICROS" }
      }
    case "DATE":
      return { name, repetition_type, type: "INT32", converted_type: "DATE", logical_type: { type: "DATE" } }
    default:
      return { name, repetition_type, type }
  }
}

const schemaOf = <Row>(columns: ReadonlyArray<ParquetColumn<Row>>): Array<SchemaElement> => [
  { name: "root", num_children: columns.length },
  ...columns.map((column) => elementOf(column))
]

const dayMs = 86_400_000

type Stored = Cell | bigint | Uint8Array

/** As the writer takes it: integers of 64 bits are bigints, days are counted from 1970. */
const storedAs = <Row>(type: ParquetColumn<Row>["type"], cell: Cell): Stored => {
  if (type === "DATE" && typeof cell === "string") return Date.parse(`${cell}T00:00:00Z`) / dayMs
  if (typeof cell !== "number") return cell
  if (type === "TIMESTAMP") return BigInt(cell) * 1_000n
  return type === "INT64" ? BigInt(cell) : cell
}

/** Hands on what was encoded after each group, and keeps no more than one. */
class SinkWriter extends ByteWriter {
  readonly #sink: (bytes: Uint8Array) => void

  constructor(sink: (bytes: Uint8Array) => void) {
    super()
    this.#sink = sink
  }

  flush(): void {
    this.#sink(this.getBytes())
    this.index = 0
  }

  override finish(): void {
    this.flush()
  }
}

/** A table that is written row by row. */
export interface TableWriter<Row> {
  readonly add: (row: Row) => void
  readonly finish: () => void
}

/** How a column of long texts is written: no dictionary is tried, no smallest and largest are kept. */
const whole = { encoding: "PLAIN", statistics: false } as const

/** Writes a Parquet file in groups of 10,000 rows; holds the rows of one. The sink must not keep the bytes. */
export const parquetTable = <Row>(
  columns: ReadonlyArray<ParquetColumn<Row>>,
  sink: (bytes: Uint8Array) => void
): TableWriter<Row> => {
  const parquet = new ParquetWriter({ writer: new SinkWriter(sink), schema: schemaOf(columns), createdBy })
  const emptyCells = () => columns.map(() => new Array<Stored>())
  let cells = emptyCells()
  let rows = 0
  let text = 0
  const writeGroup = () => {
    const columnData = columns.map(({ isLong = false, name }, i) => ({
      name,
      data: cells[i] ?? [],
      ...(isLong ? whole : {})
    }))
    // the sink is synchronous, so is this
    void parquet.write({ columnData, rowGroupSize })
    cells = emptyCells()
    rows = 0
    text = 0
  }
  return {
    add: (row) => {
      columns.forEach(({ isLong = false, of, type }, i) => {
        const cell = of(row)
        if (typeof cell === "string") text += cell.length
        // bytes lie outside of the heap, and need not be made again: 20 MB less at the peak
        cells[i]?.push(isLong && typeof cell === "string" ? Buffer.from(cell) : storedAs(type, cell))
      })
      rows++
      if (rows === rowGroupSize || text >= rowGroupTextMax) writeGroup()
    },
    finish: () => {
      if (rows > 0) writeGroup()
      void parquet.finish()
    }
  }
}
