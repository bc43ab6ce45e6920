import { mkdirSync } from "node:fs"
import { join } from "node:path"
import type { Category } from "../../domain/EventEnvelope.ts"
import { cursorText } from "../../domain/CursorText.ts"
import { type ExportedEvent } from "../event-log/EventLine.ts"
import type { TableWriter } from "../parquet/ParquetTable.ts"
import type { DatasetFile } from "./DatasetManifest.ts"
import { type DraftFile, openDraft } from "./DraftFile.ts"
import { type DatasetFormat, eventTable } from "./EventTable.ts"

/** What the name of an unfinished file ends in: no reader's pattern finds it. */
export const draftSuffix = ".draft"

/** Files that are written at once: the categories, of two days. What they hold is bounded by it. */
const openMax = 8

interface OpenFile {
  readonly path: string
  readonly category: Category
  readonly day: string
  readonly draft: DraftFile
  readonly table: TableWriter<ExportedEvent>
  readonly first: ExportedEvent
  last: ExportedEvent
  rows: number
}

const dayLength = "2026-11-27".length
const dayMs = 86_400_000

/** The UTC day of each instant: an export has a great many events of few days. */
const makeDays = () => {
  const known = new Map<number, string>()
  return (recordedAt: number): string => {
    const number = Math.floor(recordedAt / dayMs)
    const found = known.get(number)
    if (found !== undefined) return found
    const day = new Date(recordedAt).toISOString().slice(0, dayLength)
    known.set(number, day)
    return day
  }
}

/**
 * The files of one run, by category and day, as drafts until all are whole. The file that was not written to for longest is
 * finished when there are too many: clocks are not log order, so a day may come again, in another file.
 */
export const partitionFiles = (folder: string, format: DatasetFormat, run: number) => {
  const open = new Map<string, OpenFile>()
  const finished: Array<DatasetFile> = []
  const dayOf = makeDays()
  let fileCount = 0

  const begin = (category: Category, day: string, first: ExportedEvent): OpenFile => {
    fileCount++
    const partition = `category=${category}/day=${day}`
    const path = `${partition}/${padded(run, 6)}-${padded(fileCount, 4)}.${format}`
    mkdirSync(join(folder, partition), { recursive: true, mode: 0o700 })
    const draft = openDraft(join(folder, path) + draftSuffix)
    return { path, category, day, draft, table: eventTable(format, draft.write), first, last: first, rows: 0 }
  }

  const finish = (key: string, { category, day, draft, first, last, path, rows, table }: OpenFile) => {
    table.finish()
    open.delete(key)
    finished.push({
      path,
      category,
      day,
      rows,
      ...draft.finish(),
      first: cursorText(first.cursor),
      last: cursorText(last.cursor)
    })
  }

  const fileFor = (category: Category, event: ExportedEvent): OpenFile => {
    const day = dayOf(event.recordedAt)
    const key = `${category} ${day}`
    const known = open.get(key)
    if (known === undefined && open.size === openMax) {
      for (const [oldest, file] of open) {
        finish(oldest, file)
        break
      }
    }
    const file = known ?? begin(category, day, event)
    // the map is in the order of the last use
    if (known !== undefined) open.delete(key)
    open.set(key, file)
    return file
  }

  return {
    add: (category: Category, event: ExportedEvent): void => {
      const file = fileFor(category, event)
      file.table.add(event)
      file.last = event
      file.rows++
    },
    /** Makes all of them whole, still as drafts. */
    finish: (): ReadonlyArray<DatasetFile> => {
      for (const [key, file] of open) finish(key, file)
      return finished
    },
    abandon: (): void => {
      for (const { draft } of open.values()) draft.abandon()
      open.clear()
    }
  }
}

const padded = (number: number, digits: number): string => String(number).padStart(digits, "0")
