import { writeFileSync } from "node:fs"
import { nutrientDocs } from "../infra/sources/NutrientDocs.ts"

// Writes docs/nutrients.md anew
writeFileSync(new URL("../docs/nutrients.md", import.meta.url), nutrientDocs())
