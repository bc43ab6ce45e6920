import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../..", import.meta.url))

/** The names of the metrics that the program makes, by its sources. */
export const publishedMetrics = (): Array<string> => {
  const source = ["src", "infra"]
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((file) => join(root, folder, file))
    )
    .filter((file) => file.endsWith(".ts"))
    .map((file) => readFileSync(file, "utf8"))
    .join("\n")
  return [...source.matchAll(/Metric\.(?:counter|gauge|histogram)\(\s*"([a-z_]+)"/g)].map(([, name = ""]) => name)
}
