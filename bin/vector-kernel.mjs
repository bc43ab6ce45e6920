import { readFileSync, writeFileSync } from "node:fs"
import wabt from "wabt"

// Makes the WebAssembly of the vector scan anew from its text
const folder = new URL("../infra/sqlite/product-vectors/", import.meta.url)
const text = readFileSync(new URL("VectorKernel.wat", folder), "utf8")
const toolkit = await wabt()
const program = toolkit.parseWat("VectorKernel.wat", text, { simd: true }).toBinary({})
writeFileSync(new URL("VectorKernel.wasm", folder), program.buffer)
