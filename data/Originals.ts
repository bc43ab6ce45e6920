import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { gunzipSync, unzipSync } from "fflate"

/** SHA-256 of each original, decompressed where its name ends in `.gz`. Origins and licences: README.md. */
const originals: ReadonlyMap<string, string> = new Map([
  ["sr_legacy_2018-04_food.csv", "de8b0390058db4f102368c9fbdfde144790b480ff4cb0507c0e060ef99805dee"],
  ["sr_legacy_2018-04_sr_legacy_food.csv", "ff0fe85a469aa6d6702d68348850fc79dee35e9515324026964f1209a0e3544d"],
  ["sr_legacy_2018-04_food_portion.csv.gz", "6332e29da61e13f7bd950b759461af73303c76e8b0e64dc9df4e41d5347cf3d1"],
  ["sr28_ABBREV.csv.gz", "8dff11e5340b8de86bdf15741c2e180288c75d4aa27c844dc77ab32b9c688ef5"],
  [
    "FoodData_Central_foundation_food_csv_2024-10-31.zip",
    "8587f941ec252bd9aaf7b85a18a42980fb540f509b34300ed8dd4d10ca9edf44"
  ],
  ["fndds_2021-2023_foods.csv.gz", "95686fe3e34865d8cd1d660f6ca24f08ffcfdd5fbc97f75ad1329d00ac4eb239"],
  ["fndds_2021-2023_nutrients_per100g.csv.gz", "f94a99a82acb6225104e3ab34c128f36a6d96b05f48a81c5d8ce8ed8e14ae32f"],
  ["fndds_2021-2023_portions.csv.gz", "238386e3ca69491c27c1a72e7367827bdd58db877ac1618f2caa2a87607475c1"],
  ["fndds_2021-2023_ingredients.csv.gz", "8e378532079d4e03b42b52aec6784cbdb55a6ace94cfc5fd396945e9e93ab648"],
  [
    "fndds2_2003-2004_additional_descriptions.csv.gz",
    "0d0f1b00d823033d074341035a6f579980f233cd9db345315591d5e059fee7c4"
  ],
  [
    "nhanes_2007-2012_food_code_frequency_grams.csv.gz",
    "2ffdb537ad2afce1de56cbde0a68f1c4659d5d7b7f378af20d1587f7f227c00c"
  ],
  ["catalogue.jsonl", "67ce0ed8ad94250b2b7f3a67d470862c3d99dd28742f5f4972d7952e34118807"],
  ["products_export_1000.csv", "e1cb3f6207b071ca65eb4114ccd265eaeb205cbb964f721f784fa41b49b70b5c"],
  ["off_export_1000_2024.csv.gz", "cccd865ef8b16df39ee39594520c6fd875b9376626b550ff330159a845683561"],
  ["off_search_export_1263_2021.csv.gz", "6fe00f1dfee846f7d7bf5a573cb2783386a76f68ba03678498d9f15fec0b7057"],
  ["off_api_search_10_products_2020.json", "d8f39fd9bf6142891704c1aabbfa56fc0b93f1d3853b752677304a25b9c95e40"],
  ["off_api_v0_products.json", "178eebd902fef34248e03b2d8cf7fa47bcfeda286a8386d223919459d571790a"],
  ["food-database-645000-646000.sql", "363bb8c5bcfa2bffa0e1ec894eb41b371989a9ffbd27b3c9eebd971815493892"],
  ["food-database-647000-648000.sql", "fab2c80df7dc89b3aea32e78f565890fa1277430e4f5e8a6b9d71ba3ee1e83b8"],
  ["food-database-729000-730000.sql", "163b7cdf86eaf2517e345f797390f7c2eaf8770e9dad22e8e3c397053bfae44f"],
  ["food-database-730000-731000.sql", "c6e106ac84d98902bab2b4fced229356246d8b290df5952ac5bc376971774a55"]
])

/** The originals of a folder, found by file name at any depth. Another content than the known one is refused. */
export class Originals {
  readonly #paths: ReadonlyMap<string, string>

  constructor(folder: string) {
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    this.#paths = new Map(files.map((file) => [basename(file), join(folder, file)]))
  }

  text(name: string): string {
    return new TextDecoder().decode(this.#bytes(name))
  }

  /** The text files of a zip by their names without folders. */
  zip(name: string, members: ReadonlyArray<string>): ReadonlyMap<string, string> {
    const wanted = (file: string): boolean => members.includes(basename(file))
    const unzipped = unzipSync(this.#bytes(name), { filter: (file) => wanted(file.name) })
    return new Map(Object.entries(unzipped).map(([file, bytes]) => [basename(file), new TextDecoder().decode(bytes)]))
  }

  #bytes(name: string): Uint8Array {
    const path = this.#paths.get(name)
    if (path === undefined) throw new Error(`no ${name} in the folder of originals`)
    const stored = readFileSync(path)
    const bytes = name.endsWith(".gz") ? gunzipSync(stored) : stored
    if (createHash("sha256").update(bytes).digest("hex") !== originals.get(name)) {
      throw new Error(`${name} is not the file that this catalogue is built from`)
    }
    return bytes
  }
}
