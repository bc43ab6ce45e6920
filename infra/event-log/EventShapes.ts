import { readdirSync, readFileSync } from "node:fs"

/** An event as it was written once, in a file that is never changed. */
export interface EventShape {
  readonly file: string
  /** what the file's name begins with: `<type>.json`, or `<type>.<what differs>.json` */
  readonly type: string
  readonly text: string
}

/** The shapes in a folder, by name; the plain one of a type comes first. */
export const readEventShapes = (folder: URL): ReadonlyArray<EventShape> =>
  readdirSync(folder)
    .filter((file) => file.endsWith(".json"))
    .toSorted((a, b) => (stem(a) < stem(b) ? -1 : 1))
    .map((file) => ({
      file,
      type: file.slice(0, file.indexOf(".")),
      text: readFileSync(new URL(file, folder), "utf8")
    }))

const stem = (file: string): string => file.slice(0, -".json".length)
