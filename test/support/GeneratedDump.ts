import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { generatedProducts } from "../../bench/GeneratedProducts.ts"
import { facts } from "./Facts.ts"

const foods = ["Whole milk", "Milk chocolate with nuts", "Apple juice", "Rye bread", "Cherry yoghurt"].map((name, i) =>
  facts({ id: `off_460000000000${i}`, names: { en: [name] }, categories: ["Dairy", "Snacks"] })
)

/** Writes a dump of the generated products with these numbers; another seed calls the same products otherwise. */
export const dumpIn = (folder: string, numbers: Iterable<number>, seed = 1): string => {
  const path = join(folder, "dump.jsonl")
  const product = generatedProducts(seed, foods)
  writeFileSync(path, Array.from(numbers, (number) => `${JSON.stringify(product(number))}\n`).join(""))
  return path
}
