// Writes the OpenAPI document to the file that it is given: what a running service serves at /openapi.json.
import { writeFileSync } from "node:fs"
import { openApiDocument } from "../../src/api/contract/OpenApiDocument.ts"

writeFileSync(process.argv[2] ?? "openapi.json", JSON.stringify(openApiDocument(), null, 2))
