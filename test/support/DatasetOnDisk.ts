import { Effect, Option } from "effect"
import { hash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { type DatasetFile, readManifest } from "../../infra/dataset/DatasetManifest.ts"

/** The paths of the data files in a dataset, whether its manifest names them or not. */
export const dataFilesIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path.startsWith("category=") && path.includes("/day=") && /\d\.\w+$/.test(path))
    .toSorted()

const linesOf = (folder: string, { path }: DatasetFile): ReadonlyArray<string> =>
  readFileSync(join(folder, path), "utf8").trimEnd().split("\n")

/** What the manifest says, after every file was held against it; `null`: there is no dataset. */
export const checkedManifest = (folder: string) =>
  Effect.map(readManifest(folder), (found) => {
    const manifest = Option.getOrNull(found)
    for (const { bytes, path, sha256 } of manifest?.files ?? []) {
      const content = readFileSync(join(folder, path))
      if (content.length !== bytes || hash("sha256", content, "hex") !== sha256) throw new Error(`${path} is torn`)
    }
    return manifest
  })

/** The lines of a dataset of NDJSON, file by file. */
export const linesOfDataset = (folder: string, files: ReadonlyArray<DatasetFile>): ReadonlyArray<string> =>
  files.flatMap((file) => linesOf(folder, file))
