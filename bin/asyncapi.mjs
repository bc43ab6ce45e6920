import { writeFileSync } from "node:fs"
import { asyncApi } from "../infra/kafka/AsyncApi.ts"
import manifest from "../package.json" with { type: "json" }

// Writes docs/asyncapi.json anew; the formatter has the last word about its looks
const file = new URL("../docs/asyncapi.json", import.meta.url)
writeFileSync(file, `${JSON.stringify(asyncApi(manifest.version), undefined, 2)}\n`)
