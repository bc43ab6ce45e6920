import { readFileSync, writeFileSync } from "node:fs"
import { licenceList } from "./LicenceList.ts"

// Writes docs/third-party-licences.md anew
const lock = JSON.parse(readFileSync(new URL("../package-lock.json", import.meta.url), "utf8"))
writeFileSync(new URL("../docs/third-party-licences.md", import.meta.url), licenceList(lock))
