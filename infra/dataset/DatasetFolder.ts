import { Effect, Option } from "effect"
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs"
import { dirname, join } from "node:path"
import { syncFolder } from "../backup/DurableFiles.ts"
import {
  type DatasetFile,
  type DatasetManifest,
  DatasetUnusable,
  readManifest,
  writeManifest
} from "./DatasetManifest.ts"
import { draftSuffix } from "./PartitionFiles.ts"

const lockName = ".lock"
const fileName = /^\d{6,}-\d{4,}\.(?:ndjson|parquet)(?:\.draft)?$/
// SQLite leaves a journal beside the lock of a process that was killed
const ours = ["category=", "manifest.json", lockName]
const isOurs = (name: string): boolean => ours.some((beginning) => name.startsWith(beginning))

/** What fails with the disk. */
export const onDisk = <A>(path: string, work: () => A): Effect.Effect<A, DatasetUnusable> =>
  Effect.try({
    try: work,
    catch: (cause) => new DatasetUnusable({ path, reason: `cannot be written: ${String(cause)}` })
  })

export const lockOf = (folder: string): string => join(folder, lockName)

/** Makes the folder, or sees that it is one of ours. */
export const claimFolder = Effect.fnUntraced(function* (folder: string) {
  const found = yield* onDisk(folder, () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return readdirSync(folder)
  })
  const strange = found.find((name) => !isOurs(name))
  if (strange !== undefined) {
    return yield* new DatasetUnusable({
      path: folder,
      reason: `holds ${strange}: name a folder that is empty or not there`
    })
  }
})

/** The manifest, whose files are there as they were written; what a run that was cut off left is removed. */
export const openFolder = Effect.fnUntraced(function* (folder: string) {
  const manifest = yield* readManifest(folder)
  const files = Option.match(manifest, { onNone: () => [], onSome: ({ files }) => files })
  const changed = yield* onDisk(folder, () => files.find((file) => !isThere(folder, file)))
  if (changed !== undefined) {
    return yield* new DatasetUnusable({
      path: join(folder, changed.path),
      reason: "is gone or was changed since it was written: export into a new folder"
    })
  }
  yield* onDisk(folder, () => removeLeftovers(folder, new Set(files.map(({ path }) => path))))
  return manifest
})

const isThere = (folder: string, { bytes, path }: DatasetFile): boolean => {
  const file = join(folder, path)
  return existsSync(file) && statSync(file).size === bytes
}

const removeLeftovers = (folder: string, known: ReadonlySet<string>): void => {
  for (const category of foldersIn(folder, "category=")) {
    for (const day of foldersIn(join(folder, category), "day=")) {
      for (const name of readdirSync(join(folder, category, day))) {
        const path = `${category}/${day}/${name}`
        if (fileName.test(name) && !known.has(path)) rmSync(join(folder, path))
      }
    }
  }
}

const foldersIn = (folder: string, prefix: string): ReadonlyArray<string> =>
  readdirSync(folder).filter((name) => name.startsWith(prefix))

/**
 * Gives whole drafts their names, then writes the manifest, which is the dataset: killed before that the dataset is what it was,
 * and what has a name already is removed by the next run.
 */
export const commit = Effect.fnUntraced(function* (
  folder: string,
  files: ReadonlyArray<DatasetFile>,
  manifest: DatasetManifest
) {
  yield* onDisk(folder, () => {
    for (const { path } of files) renameSync(join(folder, path) + draftSuffix, join(folder, path))
  })
  const days = new Set(files.map(({ path }) => dirname(path)))
  const categories = new Set([...days].map(dirname))
  for (const below of [...days, ...categories, "."]) yield* makeLast(join(folder, below))
  yield* onDisk(folder, () => writeManifest(folder, manifest))
  yield* makeLast(folder)
})

const makeLast = (folder: string) =>
  Effect.tryPromise({
    try: () => syncFolder(folder),
    catch: (cause) => new DatasetUnusable({ path: folder, reason: `cannot be written: ${String(cause)}` })
  })
