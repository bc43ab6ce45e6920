import { type ListedProduct, productColumns } from "../../infra/dataset/ProductTable.ts"
import { type Cell, type ParquetColumn, parquetTable, type TableWriter } from "../../infra/parquet/ParquetTable.ts"
import { type CsvCell, csvText } from "../queries/CsvText.ts"

export type ProductFormat = "parquet" | "csv" | "jsonl"

type Column = ParquetColumn<ListedProduct>

/** Text and numbers; of a time its instant. */
const readable = ({ type }: Column, cell: Cell): Cell =>
  type === "TIMESTAMP" && typeof cell === "number" ? new Date(cell).toISOString() : cell

const csvCell = (cell: Cell): CsvCell => (typeof cell === "boolean" ? String(cell) : (cell ?? ""))

const jsonLine = (product: ListedProduct): string => {
  const fields = productColumns.map((column) => {
    const cell = column.of(product)
    const value = column.isJson === true ? String(cell) : JSON.stringify(readable(column, cell))
    return `${JSON.stringify(column.name)}:${value}`
  })
  return `{${fields.join(",")}}\n`
}

const lines = (textOf: (product: ListedProduct) => string, sink: (bytes: Uint8Array) => void) => ({
  add: (product: ListedProduct) => sink(Buffer.from(textOf(product))),
  finish: () => {}
})

/** The catalogue as a file, written product by product. */
export const productFile = (format: ProductFormat, sink: (bytes: Uint8Array) => void): TableWriter<ListedProduct> => {
  switch (format) {
    case "parquet":
      return parquetTable(productColumns, sink)
    case "jsonl":
      return lines(jsonLine, sink)
    case "csv":
      sink(Buffer.from(csvText([productColumns.map(({ name }) => name)])))
      return lines(
        (product) => csvText([productColumns.map((column) => csvCell(readable(column, column.of(product))))]),
        sink
      )
  }
}
