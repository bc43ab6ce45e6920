import { type FileMetaData, parquetMetadataAsync, parquetRead } from "hyparquet"
import { type FileHandle, open } from "node:fs/promises"
import * as zlib from "node:zlib"
import { firstBytes } from "../FirstBytes.ts"
import type { SourceReader, SourceRow } from "../SourceRow.ts"
import { SourceUnreadable, sourceUnreadable } from "../SourceUnreadable.ts"
import { checkDirectory, checkPages } from "./OffParquetChecks.ts"
import { leafName, type Leaves, recordsOf } from "./OffParquetRecords.ts"
import { offRows, type OffRows } from "./OffRows.ts"

export const parquetMagic = "PAR1"

/**
 * The largest row group that is read: unpacked bytes of the columns that are used. A group is the least that can be read of
 * the format, and becomes about twenty times as much in memory. The writer of Open Food Facts makes groups of 1,024 rows.
 */
const groupMax: GroupLimits = { rows: 8_192, bytes: 8 * 1024 * 1024 }

interface GroupLimits {
  readonly rows: number
  readonly bytes: number
}

/** The directory at the end of the file, which is read as a whole. */
const directoryBytesMax = 64 * 1024 * 1024

const batchRowCountMax = 1_000

/** Does the file begin as Parquet does? A file that cannot be opened does not: whoever opens it next says why. */
export const isParquet = (path: string): Promise<boolean> =>
  firstBytes(path, parquetMagic.length).then(
    (head) => head === parquetMagic,
    () => false
  )

/**
 * Opens the Parquet form of the dump, in the columns of Open Food Facts' data set on Hugging Face. Row group by row group:
 * of each only the leaf columns that are used are read and unpacked. `line` counts the rows.
 */
export const openParquet = async (path: string, limits: GroupLimits = groupMax): Promise<SourceReader> => {
  const file = await open(path).catch((cause: unknown) => Promise.reject(sourceUnreadable(path, cause)))
  const input = await inputOf(path, file)
  const rows = offRows()
  return {
    byteCount: input.byteLength,
    bytesRead: input.bytesRead,
    rows: rowsOf(input, limits, rows),
    inventory: rows.inventory
  }
}

interface Input {
  readonly path: string
  readonly byteLength: number
  readonly bytesRead: () => number
  readonly slice: (start: number, end?: number) => Promise<ArrayBuffer>
  /** how far rows have come, so that progress is told although columns are skipped */
  readonly reached: (offset: number) => void
  readonly close: () => Promise<void>
}

const inputOf = async (path: string, file: FileHandle): Promise<Input> => {
  const { size } = await file.stat()
  let offset = 0
  return {
    path,
    byteLength: size,
    bytesRead: () => offset,
    reached: (bytes) => {
      offset = bytes
    },
    slice: async (start, end = size) => {
      const bytes = new Uint8Array(end - start)
      for (let at = 0; at < bytes.length;) {
        const { bytesRead } = await file.read(bytes, at, bytes.length - at, start + at)
        if (bytesRead === 0) throw new Error(`the file ends before byte ${end}`)
        at += bytesRead
      }
      return bytes.buffer
    },
    close: () => file.close()
  }
}

async function* rowsOf(
  input: Input,
  limits: GroupLimits,
  { outcome }: OffRows
): AsyncGenerator<ReadonlyArray<SourceRow>> {
  try {
    const metadata = await directoryOf(input)
    let line = 0
    for (const [index, group] of metadata.row_groups.entries()) {
      checkSize(input.path, group, limits)
      const records = recordsOf(await leavesOf(input, metadata, group, index + 1), Number(group.num_rows))
      let rows: Array<SourceRow> = []
      for (const record of records) {
        rows.push({ line: ++line, outcome: outcome(record, true) })
        if (rows.length < batchRowCountMax) continue
        yield rows
        rows = []
      }
      input.reached(Math.min(input.byteLength, Math.floor((line / Number(metadata.num_rows)) * input.byteLength)))
      if (rows.length > 0) yield rows
    }
    input.reached(input.byteLength)
  } finally {
    await input.close()
  }
}

type RowGroup = FileMetaData["row_groups"][number]

/** The file's directory, reduced to the columns that are used. */
const directoryOf = async (input: Input): Promise<FileMetaData> => {
  const tail = await reading(input, async () => Buffer.from(await input.slice(Math.max(0, input.byteLength - 8))))
  if (tail.length < 8 || tail.toString("latin1", 4) !== parquetMagic) throw corrupt(input.path, "it has no end")
  if (tail.readUInt32LE(0) > directoryBytesMax) throw corrupt(input.path, "its directory is above 64 MiB")
  const metadata = await reading(input, () => parquetMetadataAsync(input))
  const columns = new Set(metadata.schema.map(({ name }) => name))
  if (!columns.has("code") || !columns.has("product_name")) {
    const detail = "Parquet without the columns code and product_name"
    throw new SourceUnreadable({ source: input.path, reason: "header_wrong", detail })
  }
  await reading(input, async () => checkDirectory(metadata))
  const isUsed = ({ meta_data }: RowGroup["columns"][number]) =>
    meta_data !== undefined && leafName(meta_data.path_in_schema) !== null
  return {
    ...metadata,
    row_groups: metadata.row_groups.map((group) => ({ ...group, columns: group.columns.filter(isUsed) }))
  }
}

const checkSize = (path: string, group: RowGroup, limits: GroupLimits): void => {
  const sizes = group.columns.map(({ meta_data }) =>
    // packed, it is read at once, too
    Math.max(Number(meta_data?.total_uncompressed_size ?? 0), Number(meta_data?.total_compressed_size ?? 0))
  )
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  if (bytes > limits.bytes || group.num_rows > limits.rows) {
    const detail = `a row group of ${group.num_rows} rows and ${bytes} bytes: at most ${limits.rows} and ${limits.bytes}`
    throw new SourceUnreadable({ source: path, reason: "row_group_too_large", detail })
  }
}

/** The used columns of one row group, each made compact before the next is read. */
const leavesOf = async (
  input: Input,
  metadata: FileMetaData,
  group: RowGroup,
  groupNumber: number
): Promise<Leaves> => {
  const leaves = new Map<string, ReadonlyArray<unknown>>()
  for (const column of group.columns) {
    const name = leafName(column.meta_data?.path_in_schema ?? [])
    if (name === null) continue
    const values: Array<unknown> = []
    // Pages before they are nested into rows of objects, which costs as much again as all the rest
    const onPage = ({ columnData }: { readonly columnData: ArrayLike<unknown> }): void => {
      for (let row = 0; row < columnData.length; row++) values.push(compact(columnData[row]))
    }
    const only = { ...metadata, row_groups: [{ ...group, columns: [column] }] }
    const place = `row group ${groupNumber}, column ${name}: `
    const file = await reading(input, () => checkedChunk(input, column), place)
    await reading(input, () => parquetRead({ file, metadata: only, compressors, onPage }), place)
    if (values.length !== Number(group.num_rows)) {
      throw corrupt(input.path, `${place}${values.length} rows instead of ${group.num_rows}`)
    }
    leaves.set(name, values)
  }
  return leaves
}

/** One column of one row group, checked; what is read of it afterwards are the same bytes. */
const checkedChunk = async (input: Input, { meta_data }: RowGroup["columns"][number]) => {
  if (meta_data === undefined) throw new Error("it is not described")
  const start = Number(meta_data.dictionary_page_offset || meta_data.data_page_offset)
  const end = start + Number(meta_data.total_compressed_size)
  if (!(start >= 0) || end < start || end > input.byteLength) throw new Error("it lies outside of the file")
  const chunk = await input.slice(start, end)
  checkPages(chunk, Number(meta_data.num_values))
  return {
    byteLength: input.byteLength,
    slice: (from: number, to: number = end): ArrayBuffer => chunk.slice(from - start, to - start)
  }
}

/**
 * Lists come as a list for each level that can be missing: one is enough. What is missing in the file comes as `null`:
 * `undefined` is a value that the page or its dictionary should have and does not.
 */
const compact = (value: unknown): unknown => {
  const flat: unknown = Array.isArray(value) ? value.flat(nestingMax) : value
  if (flat === undefined || (Array.isArray(flat) && flat.includes(undefined))) throw new Error("a value is not there")
  return flat
}
const nestingMax = 4

const reading = async <A>(input: Input, read: () => Promise<A>, place = ""): Promise<A> => {
  try {
    return await read()
  } catch (cause) {
    throw corrupt(input.path, `${place}${cause instanceof Error ? cause.message : String(cause)}`)
  }
}

const corrupt = (source: string, detail: string): SourceUnreadable =>
  new SourceUnreadable({ source, reason: "corrupt_parquet", detail })

/** Snappy is in the library, the others are in the runtime. A page states its size, and must not unpack to more. */
const compressors = {
  GZIP: unpackedBy(zlib.gunzipSync),
  BROTLI: unpackedBy(zlib.brotliDecompressSync),
  ZSTD: unpackedBy(zlib.zstdDecompressSync)
}

function unpackedBy(unpack: (bytes: Uint8Array, options: { readonly maxOutputLength: number }) => Uint8Array) {
  return (bytes: Uint8Array, length: number): Uint8Array =>
    length === 0 ? new Uint8Array(0) : unpack(bytes, { maxOutputLength: length })
}
