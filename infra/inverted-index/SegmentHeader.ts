import { ByteReader } from "./ByteReader.ts"
import { ByteWriter } from "./ByteWriter.ts"
import { type ChunkSink, type ChunkSource, chunkKey, seal, unseal } from "./Chunks.ts"
import { regionCount } from "./ProductKey.ts"
import { SegmentDamaged } from "./SegmentDamaged.ts"

/** A change of what segments hold, or how, takes a new one: the index is built again. */
export const formatVersion = 1

/** What has to be known of a segment to read it. */
export interface SegmentHeader {
  readonly products: number
  /** where each region begins, and the end of the last: numbers of products */
  readonly regions: Int32Array
  readonly dictionaryChunks: number
  readonly dictionaryIndexBytes: number
}

export const writeHeader = (sink: ChunkSink, segment: number, header: SegmentHeader): void => {
  const writer = new ByteWriter()
  writer.varint(formatVersion)
  writer.varint(header.products)
  for (const start of header.regions) writer.varint(start)
  writer.varint(header.dictionaryChunks)
  writer.varint(header.dictionaryIndexBytes)
  const key = chunkKey(segment, "header", 0)
  sink.write(key, seal(writer.written(), key))
}

export const readHeader = (source: ChunkSource, segment: number): SegmentHeader => {
  const key = chunkKey(segment, "header", 0)
  const reader = new ByteReader(unseal(source.read(key), key))
  const version = reader.varint()
  if (version !== formatVersion) throw new SegmentDamaged(`format ${version} where ${formatVersion} was expected`)
  const products = reader.varint()
  const regions = Int32Array.from({ length: regionCount + 1 }, () => reader.varint())
  return { products, regions, dictionaryChunks: reader.varint(), dictionaryIndexBytes: reader.varint() }
}
