import { readFileSync } from "node:fs"
import { version } from "../Version.ts"

const mark = readFileSync(new URL("../site/assets/favicon.svg", import.meta.url))

/** Who this is, to clients of the protocol. The icon travels along: a service need not know its own address. */
export const serverInfo = {
  name: "fooddata",
  title: "Food and nutrition data",
  version,
  icons: [{ src: `data:image/svg+xml;base64,${mark.toString("base64")}`, mimeType: "image/svg+xml", sizes: ["any"] }]
}
