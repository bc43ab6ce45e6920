import { writeFileSync } from "node:fs"
import { grafanaDashboard } from "./GrafanaDashboard.ts"

// Writes deploy/grafana/fooddata.json anew; the formatter has the last word about its looks
const file = new URL("../deploy/grafana/fooddata.json", import.meta.url)
writeFileSync(file, `${JSON.stringify(grafanaDashboard(), undefined, 2)}\n`)
