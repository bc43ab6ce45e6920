import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { type JournalFile, JournalWriter } from "../../../infra/journal/JournalWriter.ts"

/** A disk with room for so many bytes, which writes a part of what does not fit and then refuses. */
const diskOf = (room: number) => {
  const disk = { text: "", room, truncates: true }
  const file: JournalFile = {
    write: (bytes, offset, length) => {
      const fits = Math.min(length, disk.room - disk.text.length)
      if (fits <= 0) throw new Error("ENOSPC")
      disk.text += Buffer.from(bytes.subarray(offset, offset + fits)).toString("latin1")
      return fits
    },
    truncate: (length) => {
      if (!disk.truncates) throw new Error("EIO")
      disk.text = disk.text.slice(0, length)
    }
  }
  return { disk, writer: new JournalWriter(file, 0) }
}

describe("JournalWriter", () => {
  it("a record that does not fit on the disk fails and leaves nothing of itself", () => {
    const { disk, writer } = diskOf(10)
    assert.isTrue(Result.isSuccess(writer.append("first\n")))
    const second = writer.append("second\n")
    assert.isTrue(Result.isFailure(second) && second.failure._tag === "StorageUnavailable")
    assert.strictEqual(disk.text, "first\n")
    disk.room = 100
    assert.isTrue(Result.isSuccess(writer.append("third\n")))
    assert.strictEqual(disk.text, "first\nthird\n")
    assert.strictEqual(writer.sizeBytes, 12)
  })

  it("of several lines of which some would fit on the disk none stays", () => {
    const { disk, writer } = diskOf(14)
    writer.append("first\n")
    assert.isTrue(Result.isFailure(writer.append("second\nthird\n")))
    assert.strictEqual(disk.text, "first\n")
  })

  it("appends nothing after half a record that could not be taken back", () => {
    const { disk, writer } = diskOf(10)
    writer.append("first\n")
    disk.truncates = false
    writer.append("second\n")
    disk.room = 100
    assert.isTrue(Result.isFailure(writer.append("third\n")))
    assert.strictEqual(disk.text, "first\nseco")
    disk.truncates = true
    assert.isTrue(Result.isSuccess(writer.append("third\n")))
    assert.strictEqual(disk.text, "first\nthird\n")
  })

  it("refuses more than the service ever writes at once", () => {
    const { disk, writer } = diskOf(100_000)
    assert.isTrue(Result.isFailure(writer.append(`${"x".repeat(40_000)}\n`)))
    assert.strictEqual(disk.text, "")
  })
})
