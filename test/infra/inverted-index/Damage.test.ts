import { assert, describe, it } from "@effect/vitest"
import { ChunkBudget } from "../../../infra/inverted-index/ChunkCache.ts"
import { chunkKey, chunkKeysOf, seal, segmentOf, unseal } from "../../../infra/inverted-index/Chunks.ts"
import { Run } from "../../../infra/inverted-index/Run.ts"
import { openSegment } from "../../../infra/inverted-index/Segment.ts"
import { SegmentDamaged } from "../../../infra/inverted-index/SegmentDamaged.ts"
import { memoryChunks } from "../../support/MemoryChunks.ts"
import { randomCatalogue } from "../../support/RandomCatalogue.ts"

const written = () => {
  const chunks = memoryChunks()
  const run = new Run()
  for (const [number, { searchable }] of randomCatalogue(7).entries()) run.add(searchable, number)
  run.write(chunks, 1)
  return chunks
}

describe("a damaged segment", () => {
  const chunks = written()

  it("is of some size", () => assert.isAbove(chunks.chunks.size, 5))

  it("is found by every byte that is not what was written", () => {
    for (const [key, sealed] of chunks.chunks) {
      for (let i = 0; i < sealed.length; i++) {
        const damaged = sealed.slice()
        damaged[i] = (damaged[i] ?? 0) ^ (1 << (i % 8))
        assert.throws(() => unseal(damaged, key), SegmentDamaged)
      }
    }
  })

  it("is found by every chunk that is torn, missing or in the place of another", () => {
    const keys = [...chunks.chunks.keys()]
    for (const [i, key] of keys.entries()) {
      const sealed = chunks.chunks.get(key) ?? new Uint8Array(0)
      for (let length = 0; length < sealed.length; length += 97) {
        assert.throws(() => unseal(sealed.slice(0, length), key), SegmentDamaged)
      }
      assert.throws(() => unseal(null, key), SegmentDamaged)
      assert.throws(() => unseal(sealed, keys[(i + 1) % keys.length] ?? 0), SegmentDamaged)
    }
  })

  it("is told from one of another format, which is well written", () => {
    const other = written()
    const key = chunkKey(1, "header", 0)
    const header = unseal(other.read(key), key).slice()
    header[0] = 99
    other.write(key, seal(header, key))
    assert.throws(() => openSegment(other, new ChunkBudget(1_000), 1, null), SegmentDamaged, "format 99")
  })

  it("has all of its chunks among the keys of its number, and no others", () => {
    const { first, last } = chunkKeysOf(1)
    for (const key of chunks.chunks.keys()) assert.isTrue(first <= key && key <= last)
    assert.deepStrictEqual([first, last, last + 1].map(segmentOf), [1, 1, 2])
    assert.strictEqual(chunkKeysOf(2).first, last + 1)
  })
})
