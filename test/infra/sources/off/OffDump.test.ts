import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { ProductFacts } from "../../../../domain/product/ProductFacts.ts"
import { openOff, readOff } from "../../../../infra/sources/off/OffDump.ts"
import { SourceUnreadable } from "../../../../infra/sources/SourceUnreadable.ts"
import { fixture, readAll, sourceOfText } from "../Reading.ts"

const read = (text: string) => readAll(readOff(sourceOfText(text)))
const readRecords = (...records: ReadonlyArray<object>) =>
  read(records.map((record) => `${JSON.stringify(record)}\n`).join(""))
const isFacts = Schema.is(ProductFacts)

describe("Open Food Facts JSON lines", () => {
  it("real products become facts", async () => {
    const { accepted, rejected } = await readAll(await openOff(fixture("off.jsonl")))
    assert.deepStrictEqual(rejected, [])
    for (const facts of accepted) assert.isTrue(isFacts(facts), facts.id)
    assert.deepStrictEqual(
      accepted.map(({ barcode, id, mainLanguage, regions }) => [id, barcode, mainLanguage, regions]),
      [
        ["off_3274080005003", "3274080005003", "fr", ["eu", "us"]],
        ["off_7622210449283", "7622210449283", "fr", ["eu"]],
        ["off_3017620422003", "3017620422003", "fr", ["eu", "us"]],
        ["off_2000000085507", "2000000085507", "ru", ["russia"]],
        ["off_0776992050193", "0776992050193", "ar", ["global"]],
        ["off_00000188", "00000188", "fr", ["eu"]],
        ["off_20179311", "20179311", "en", ["gcc"]],
        ["off_0000417011002", "0000417011002", "en", ["us"]]
      ]
    )
  })

  it("a whole product, field by field", async () => {
    const { accepted } = await readAll(await openOff(fixture("off.jsonl")))
    const { categories, nutrition, ...nutella } = accepted[2] ?? assert.fail("no third product")
    assert.deepStrictEqual(nutella, {
      id: nutella.id,
      names: { de: ["Nutella"], fr: ["Nutella", "Pâte à tartiner aux noisettes et au cacao"], it: ["Nutella"] },
      mainLanguage: "fr",
      brands: "Ferrero, nutella",
      barcode: "3017620422003",
      foodGroup: "Sweets",
      imageUrl: "https://static.openfoodfacts.org/images/products/301/762/042/2003/front_fr.168.400.jpg",
      verified: false,
      generic: false,
      regions: ["eu", "us"],
      basis: "100g",
      quality: [{ field: "calories", rule: "kilojoules_instead", raw: "2255 kcal, 2252 kJ" }],
      serving: "15 g",
      quantity: "400 g",
      popularity: 3272,
      provenance: {
        dataset: "Open Food Facts",
        reference: "https://world.openfoodfacts.org/product/3017620422003",
        licence: "ODbL-1.0"
      }
    })
    assert.deepStrictEqual(categories.slice(0, 3), ["Breakfasts", "Spreads", "Sweet spreads"])
    assert.include(categories, "Pâtes à tartiner")
    assert.closeTo(nutrition.calories ?? 0, 538.2, 0.1)
    assert.deepStrictEqual([nutrition.sugar, nutrition.fiber, nutrition.sodium], [56.3, null, 42.8])
  })

  it("rows that are no product are rejected by reason and line, the others stay", async () => {
    const lines = [
      '{"code":"1","product_name":"Milk"}',
      "{broken",
      "",
      "[1]",
      '{"product_name":"Milk"}',
      '{"code":"12AB","product_name":"Milk"}',
      '{"code":"0000","product_name":"Milk"}',
      '{"code":"2"}',
      '{"code":"3","product_name":"Cat food","categories_tags":["en:pet-food"]}',
      '{"code":"4","product_name":"Shampoo","product_type":"beauty"}',
      '{"code":"0001","product_name":"Milk again"}',
      '{"code":"5","product_name":"Bread"}'
    ]
    const { accepted, rejected } = await read(lines.join("\n"))
    assert.deepStrictEqual(
      accepted.map(({ id }) => id),
      ["off_00000001", "off_00000005"]
    )
    assert.deepStrictEqual(rejected, [
      [2, "json_invalid"],
      [4, "json_invalid"],
      [5, "no_code"],
      [6, "code_invalid"],
      [7, "code_invalid"],
      [8, "no_name"],
      [9, "not_a_food"],
      [10, "not_a_food"],
      [11, "duplicate_in_file"]
    ])
  })

  it("a code too long for a barcode is an id all the same", async () => {
    const { accepted } = await readRecords({ code: "2316625310182125004901", product_name: "Cheese" })
    assert.deepStrictEqual(
      accepted.map(({ barcode, id }) => [id, barcode]),
      [["off_2316625310182125004901", null]]
    )
  })

  it("a product without nutrition is accepted as incomplete", async () => {
    const { accepted } = await readRecords({ code: 4600051000057, product_name: "Сок" })
    assert.deepStrictEqual(accepted[0]?.names, { ru: ["Сок"] })
    assert.isNull(accepted[0]?.nutrition.calories)
  })

  it("broken UTF-8 is left out of the text and flagged", async () => {
    const bytes = Buffer.concat([
      Buffer.from('{"code":"1","product_name":"Mi'),
      Buffer.from([0xff]),
      Buffer.from('lk"}\n')
    ])
    const source = sourceOfText("")
    const { accepted } = await readAll(
      readOff({
        ...source,
        chunks: (async function* () {
          yield bytes
        })()
      })
    )
    assert.deepStrictEqual(accepted[0]?.names, { und: ["Milk"] })
    assert.deepStrictEqual(accepted[0]?.quality, [{ field: "text", rule: "invalid_utf8", raw: "" }])
  })
})

describe("Open Food Facts export", () => {
  it("of other years has other columns: 174 of a search in 2021, 210 in 2026", async () => {
    const search = await readAll(await openOff(fixture("off-search-export.tsv")))
    assert.deepStrictEqual(search.rejected, [[5, "no_name"]])
    assert.deepStrictEqual(
      search.accepted.map(({ basis, id, imageUrl, names, nutrition, regions }) => [
        id,
        Object.values(names)[0]?.[0],
        regions,
        basis,
        Math.round(nutrition.calories ?? -1),
        imageUrl?.slice(-18)
      ]),
      [
        ["off_8012666011223", "Riso originario", ["eu"], "100g", 351, "front_it.3.400.jpg"],
        ["off_8013710500649", "Aloe Vera Vita Good", ["eu"], "100g", -1, "front_it.3.400.jpg"],
        ["off_8002470029804", "Olio extra vergine bio", ["eu"], "100ml", 821, "front_it.3.400.jpg"],
        [
          "off_8017977013638",
          'Bebida de arroz ecológica "La Finestra sul Cielo"',
          ["eu"],
          "100ml",
          64,
          "front_es.8.400.jpg"
        ]
      ]
    )
    const export2026 = await readAll(await openOff(fixture("off-export-2026.tsv")))
    assert.deepStrictEqual(export2026.rejected, [[4, "no_name"]])
    assert.deepStrictEqual(
      export2026.accepted.map(({ id, mainLanguage, nutrition }) => [id, mainLanguage, nutrition.calories]),
      [
        ["off_0000159487776", "en", null],
        ["off_0000470322800", "de", 389]
      ]
    )
  })

  it("real rows become facts; quotes are plain characters", async () => {
    const { accepted, rejected } = await readAll(await openOff(fixture("off-export.tsv")))
    for (const facts of accepted) assert.isTrue(isFacts(facts), facts.id)
    assert.deepStrictEqual(rejected, [[5, "no_name"]])
    assert.deepStrictEqual(
      accepted.map(({ basis, id, mainLanguage, quality, regions }) => [
        id,
        mainLanguage,
        regions,
        basis,
        quality[0]?.rule
      ]),
      [
        ["off_04622327", "es", ["eu"], "100g", "kilojoules_as_kilocalories"],
        ["off_00000188", "fr", ["eu"], "100g", "energy_disagrees_with_macros"],
        ["off_00000031", "fr", ["eu"], "100g", undefined],
        ["off_00027083", "en", [], "100g", undefined],
        ["off_00020114", "fr", ["eu"], "100ml", undefined],
        ["off_03429145", "es", ["eu"], "100g", "computed_from_macronutrients"]
      ]
    )
    const quoted = await read('code\tproduct_name\tbrands\n1\t"Bio" Milk\t"A\n2\tBread\tB"\n')
    assert.deepStrictEqual(
      quoted.accepted.map(({ brands, names }) => [names, brands]),
      [
        [{ und: ['"Bio" Milk'] }, '"A'],
        [{ und: ["Bread"] }, 'B"']
      ]
    )
  })

  it("a row with another number of fields than the header is rejected", async () => {
    const { accepted, rejected } = await read("code\tproduct_name\n1\tMilk\textra\n2\n3\tBread\n")
    assert.deepStrictEqual(rejected, [
      [2, "columns_wrong"],
      [3, "columns_wrong"]
    ])
    assert.strictEqual(accepted.length, 1)
  })

  it("a file that is neither JSON nor an export is refused as a whole", async () => {
    const { error, rows } = await read("<html>\n<body>\n")
    assert.deepStrictEqual(rows, [])
    assert.strictEqual(error instanceof SourceUnreadable ? error.reason : error, "header_wrong")
  })
})
