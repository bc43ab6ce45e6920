import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { byteSource, openByteSource } from "../../../infra/sources/ByteSource.ts"
import { lineBatches } from "../../../infra/sources/Lines.ts"
import { SourceUnreadable } from "../../../infra/sources/SourceUnreadable.ts"
import { pieces } from "./Reading.ts"

const text = Array.from({ length: 5_000 }, (_, index) => `line ${index} — молоко`).join("\n")
const plain = new TextEncoder().encode(text)

const read = async (bytes: Uint8Array, pieceSize: number) => {
  const source = byteSource("test", bytes.length, pieces(bytes, pieceSize))
  const lines: Array<string> = []
  let error: unknown = null
  try {
    for await (const batch of lineBatches(source.chunks)) for (const line of batch) lines.push(line.text)
  } catch (cause) {
    error = cause
  }
  return { lines, error, bytesRead: source.bytesRead() }
}
const reasonOf = (error: unknown): string => (error instanceof SourceUnreadable ? error.reason : String(error))

describe("ByteSource", () => {
  for (const size of [1, 7, 100_000]) {
    it(`plain bytes and gzip give the same text, in pieces of ${size}`, async () => {
      const packed = gzipSync(plain)
      assert.deepStrictEqual(await read(plain, size), { lines: text.split("\n"), error: null, bytesRead: plain.length })
      assert.deepStrictEqual(await read(packed, size), {
        lines: text.split("\n"),
        error: null,
        bytesRead: packed.length
      })
    })
  }

  it("concatenated gzip members are read to the last", async () => {
    const two = Buffer.concat([gzipSync("one\n"), gzipSync("two\n")])
    assert.deepStrictEqual((await read(two, 5)).lines, ["one", "two"])
  })

  it("a gzip cut off anywhere gives the good lines, then the error", async () => {
    const packed = gzipSync(plain, { level: 1 })
    for (const share of [0.3, 0.7, 0.95]) {
      const { error, lines } = await read(packed.subarray(0, Math.floor(packed.length * share)), 4_096)
      assert.strictEqual(reasonOf(error), "truncated_gzip")
      assert.isAbove(lines.length, 5_000 * share * 0.5)
      assert.deepStrictEqual(lines, text.split("\n").slice(0, lines.length))
    }
  })

  it("a gzip with broken bytes is corrupt", async () => {
    const packed = gzipSync(plain)
    packed.fill(0xff, 3_000, 3_100)
    assert.strictEqual(reasonOf((await read(packed, 1_000)).error), "corrupt_gzip")
  })

  it("empty input has no line, a single byte has one", async () => {
    assert.deepStrictEqual((await read(new Uint8Array(0), 1)).lines, [])
    assert.deepStrictEqual((await read(new Uint8Array([65]), 1)).lines, ["A"])
  })

  it.effect("files are recognised by their bytes, not by their names", () =>
    Effect.gen(function* () {
      const folder = yield* Effect.acquireRelease(
        Effect.sync(() => mkdtempSync(join(tmpdir(), "fooddata-source-"))),
        (path) => Effect.sync(() => rmSync(path, { recursive: true }))
      )
      const path = join(folder, "export.csv")
      writeFileSync(path, gzipSync("a\nb\n"))
      const source = yield* Effect.promise(() => openByteSource(path))
      const lines = yield* Effect.promise(async () => {
        const found: Array<string> = []
        for await (const batch of lineBatches(source.chunks)) found.push(...batch.map((line) => line.text))
        return found
      })
      assert.deepStrictEqual(lines, ["a", "b"])
      assert.strictEqual(source.bytesRead(), source.byteCount)
      for (const [missing, reason] of [
        [join(folder, "none"), "not_found"],
        [folder, "not_readable"]
      ] as const) {
        const error = yield* Effect.flip(
          Effect.tryPromise({ try: () => openByteSource(missing), catch: (cause) => cause })
        )
        assert.strictEqual(reasonOf(error), reason)
      }
    })
  )
})

describe("lineBatches", () => {
  const lines = async (bytes: Uint8Array, limitBytes?: number) => {
    const found: Array<readonly [number, string, boolean, boolean]> = []
    for await (const batch of lineBatches(pieces(bytes, 3), limitBytes)) {
      assert.isAtMost(batch.length, 1_000)
      found.push(...batch.map((line) => [line.number, line.text, line.isTooLong, line.isValidUtf8] as const))
    }
    return found
  }
  const ofText = (value: string, limitBytes?: number) => lines(new TextEncoder().encode(value), limitBytes)

  it("line feeds end lines, with a carriage return too; a mark at the start and a missing end do not matter", async () => {
    assert.deepStrictEqual(await ofText("\uFEFFa\r\n\nb\u2028c"), [
      [1, "a", false, true],
      [2, "", false, true],
      [3, "b\u2028c", false, true]
    ])
  })

  it("a line above the limit is reported by number, and the lines around it are read", async () => {
    assert.deepStrictEqual(await ofText(`one\n${"x".repeat(50)}\nthree\n${"y".repeat(50)}`, 10), [
      [1, "one", false, true],
      [2, "", true, true],
      [3, "three", false, true],
      [4, "", true, true]
    ])
  })

  it("a line of exactly the limit is read", async () =>
    assert.deepStrictEqual(await ofText(`${"x".repeat(10)}\n`, 10), [[1, "x".repeat(10), false, true]]))

  it("200 MB without a line end are skipped in little memory", async () => {
    const block = Buffer.alloc(1024 * 1024, 120)
    const endless = async function* () {
      for (let count = 0; count < 200; count++) yield block
      yield Buffer.from("\nnext\n")
    }
    const before = process.memoryUsage().rss
    const found: Array<string> = []
    for await (const batch of lineBatches(endless()))
      for (const line of batch) found.push(`${line.isTooLong} ${line.text}`)
    assert.deepStrictEqual(found, ["true ", "false next"])
    assert.isBelow(process.memoryUsage().rss - before, 100 * 1024 * 1024)
  })

  it("bytes that are no UTF-8 are told apart from a replacement character that was written", async () => {
    const bytes = Buffer.concat([Buffer.from([0x41, 0xff, 0x0a]), Buffer.from("\uFFFD\n")])
    assert.deepStrictEqual(await lines(bytes), [
      [1, "A\uFFFD", false, false],
      [2, "\uFFFD", false, true]
    ])
  })
})
