import { readFileSync, writeFileSync } from "node:fs"
import wabt from "wabt"

// Makes the WebAssembly of the vector scan and of the sentence encoder anew from its text
const kernels = ["sqlite/product-vectors/VectorKernel", "embedding/MatrixKernel"]
const toolkit = await wabt()
for (const kernel of kernels) {
  const at = new URL(`../infra/${kernel}.wat`, import.meta.url)
  const program = toolkit.parseWat(kernel, readFileSync(at, "utf8"), { simd: true, relaxed_simd: true }).toBinary({})
  writeFileSync(new URL(`../infra/${kernel}.wasm`, import.meta.url), program.buffer)
}
