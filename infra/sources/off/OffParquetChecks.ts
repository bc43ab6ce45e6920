import { type FileMetaData, parquetSchema } from "hyparquet"
import { parquetHeader } from "hyparquet/src/column.js"
import { getPhysicalColumns } from "hyparquet/src/schema.js"
import { crc32 } from "node:zlib"

/**
 * Throws when a page of a column chunk does not match its checksum, where it has one, or when the pages do not fill the
 * chunk or do not hold as many values as the directory says. The library reads the checksum but does not compare it.
 */
export const checkPages = (chunk: ArrayBuffer, valueCount: number): void => {
  const reader = { view: new DataView(chunk), offset: 0 }
  let values = 0
  for (let page = 1; reader.offset < chunk.byteLength - 1; page++) {
    const header = parquetHeader(reader)
    const { compressed_page_size: byteCount, crc } = header
    if (!(byteCount >= 0) || reader.offset + byteCount > chunk.byteLength) throw new Error(`page ${page} has no end`)
    const bytes = new Uint8Array(chunk, reader.offset, byteCount)
    // signed in the file
    if (crc !== undefined && crc32(bytes) !== crc >>> 0) throw new Error(`page ${page} does not match its CRC-32`)
    values += header.data_page_header?.num_values ?? header.data_page_header_v2?.num_values ?? 0
    reader.offset += byteCount
  }
  if (values !== valueCount) throw new Error(`${values} values instead of ${valueCount}`)
}

/**
 * Throws when a row group has other columns than the schema, or the groups other rows than the file. The directory has no
 * checksum: of its damage only what contradicts itself can be told. A name that is damaged in one place is told by this.
 */
export const checkDirectory = (metadata: FileMetaData): void => {
  const leaves = getPhysicalColumns(parquetSchema(metadata))
  let rowCount = 0n
  for (const [index, { columns, num_rows }] of metadata.row_groups.entries()) {
    const isWhole =
      columns.length === leaves.length &&
      columns.every(({ meta_data }, place) => meta_data?.path_in_schema.join(".") === leaves[place])
    if (!isWhole) throw new Error(`row group ${index + 1} has other columns than the schema`)
    rowCount += num_rows
  }
  if (rowCount !== metadata.num_rows) throw new Error(`its row groups have ${rowCount} of ${metadata.num_rows} rows`)
}
