import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { readFileSync } from "node:fs"
import { normaliseBarcode } from "../../../../domain/product/Barcode.ts"
import { checkDigit } from "../../../../domain/product/CheckDigit.ts"
import { ProductFacts } from "../../../../domain/product/ProductFacts.ts"
import { openPartnerFeed, readPartnerFeed } from "../../../../infra/sources/partner/PartnerFeed.ts"
import { partnerColumns } from "../../../../infra/sources/partner/PartnerRow.ts"
import { SourceUnreadable } from "../../../../infra/sources/SourceUnreadable.ts"
import { tableBelow } from "../../../support/DocumentTable.ts"
import { fixture, readAll, sourceOfText } from "../Reading.ts"

const good: Readonly<Record<string, string>> = {
  barcode: "4600000000008",
  name: "Milk",
  language: "en",
  partner: "Example",
  energy_kcal: "61",
  proteins_g: "3.2",
  fats_g: "3.3",
  carbs_g: "4.8"
}

/** A feed of these rows, with every column. */
const read = (...rows: ReadonlyArray<Readonly<Record<string, string>>>) => {
  const lines = rows.map((row) => partnerColumns.map((column) => `"${row[column] ?? ""}"`).join(","))
  return readText([partnerColumns.join(","), ...lines].join("\n"))
}
const readText = (text: string) => readAll(readPartnerFeed(sourceOfText(text)))
const refusalOf = async (change: Readonly<Record<string, string>>) => {
  const outcome = (await read({ ...good, ...change })).rows[0]?.outcome
  return outcome?._tag === "Rejected" ? ([outcome.reason, outcome.detail] as const) : (["accepted", ""] as const)
}
const gtin = (digits: string): string => digits + checkDigit(digits)

describe("partner feed", () => {
  it("a row becomes a product of the partner, field by field", async () => {
    const { accepted, error, rejected } = await readAll(await openPartnerFeed(fixture("partner.csv")))
    assert.isNull(error)
    assert.deepStrictEqual(rejected, [])
    for (const facts of accepted) assert.isTrue(Schema.is(ProductFacts)(facts), facts.id)
    const buckwheat = accepted[0] ?? assert.fail("nothing accepted")
    assert.deepStrictEqual(buckwheat, {
      id: buckwheat.id,
      names: { en: ["Buckwheat groats"], ru: ['Гречка "ядрица", варёная'] },
      mainLanguage: "ru",
      brands: "Поле",
      barcode: "4600000000008",
      foodGroup: "Cereals",
      categories: ["Cereals", "Buckwheat"],
      imageUrl: "https://images.example/4600000000008.jpg",
      verified: false,
      generic: false,
      regions: ["russia"],
      nutrition: { calories: 343, proteins: 13.3, fats: 3.4, carbs: 71.5, fiber: 10, sugar: null, sodium: 1.2 },
      basis: "100g",
      quality: [],
      serving: "100 g",
      quantity: "800 g",
      popularity: 0,
      provenance: { dataset: "Partner feed of Example Wholesale", reference: "4600000000008", licence: "CC-BY-4.0" }
    })
    assert.strictEqual(buckwheat.id, "p_4600000000008")
    const { basis, id, provenance, regions } = accepted[1] ?? assert.fail("no second")
    assert.deepStrictEqual(
      [id, basis, regions, provenance.licence],
      ["p_96385074", "100ml", ["global"], "LicenseRef-partner-feed"]
    )
  })

  it("codes of 8, 12, 13 and 14 digits give one product each, in the normal form of barcodes", async () => {
    const codes = [gtin("9638507"), gtin("04119046672"), gtin("460000000000"), gtin("9123456789012")]
    const { accepted } = await read(...codes.map((barcode) => ({ ...good, barcode })))
    assert.deepStrictEqual(
      accepted.map(({ barcode }) => barcode),
      codes.map(normaliseBarcode)
    )
    const twice = await read({ ...good, barcode: "041190466726" }, { ...good, barcode: "0041190466726" })
    assert.deepStrictEqual(twice.rejected, [[3, "duplicate_in_file"]])
  })

  it("a code that is none is refused, also one whose check digit disagrees", async () => {
    for (const barcode of ["4600000000001", "123456789", "46000000000O8", "-1", "00000000"]) {
      assert.strictEqual((await refusalOf({ barcode }))[0], "code_invalid", barcode)
    }
    assert.strictEqual((await refusalOf({ barcode: "" }))[0], "no_code")
  })

  it("the detail names every column that is not of its form", async () => {
    const wrong = {
      language: "eng",
      basis: "100oz",
      image_url: "http://images.example/a.jpg",
      licence: "see contract",
      proteins_g: "3,2",
      fats_g: "-1",
      carbs_g: "101",
      fiber_g: "NaN",
      sugar_g: "1e308",
      partner: ""
    }
    for (const [column, text] of Object.entries(wrong)) {
      const [reason, detail] = await refusalOf({ [column]: text })
      assert.strictEqual(reason, "schema_invalid", column)
      assert.isTrue(detail.startsWith(`${column}: `), detail)
    }
    const [, all] = await refusalOf({ language: "eng", basis: "100oz", carbs_g: "101" })
    for (const column of ["language", "basis", "carbs_g"]) assert.include(all, `${column}: `)
    assert.include((await refusalOf({ salt_g: "1", sodium_mg: "400" }))[1], "one of the two")
    assert.include((await refusalOf({ brand: "b".repeat(201) }))[1], "brand: longer than 200")
    assert.include((await refusalOf({ categories: "a|".repeat(25) }))[1], "more than 24")
    assert.strictEqual((await refusalOf({ brand: "😀".repeat(200) }))[0], "accepted")
  })

  it("values that disagree are refused, so that who states them corrects them", async () => {
    const [reason, detail] = await refusalOf({ energy_kcal: "610" })
    assert.strictEqual(reason, "nutrition_implausible")
    assert.include(detail, "energy_disagrees_with_macros")
  })

  it("an energy that is not stated is computed, and no reason to refuse", async () => {
    assert.strictEqual((await refusalOf({ energy_kcal: "", energy_kj: "" }))[0], "accepted")
  })

  it("a name without a letter or digit is none", async () => {
    assert.strictEqual((await refusalOf({ name: "***" }))[0], "no_name")
  })

  it("rows with more or fewer fields than the header, and endless lines, are reported with their line", async () => {
    const header = "barcode,name,language,partner"
    const long = "x".repeat(17 * 1024 * 1024)
    const { accepted, rejected } = await readText(
      `${header}\n96385074,Milk\n96385074,Milk,en,Example,\n${long}\n96385074,Milk,en,Example\n`
    )
    assert.deepStrictEqual(rejected, [
      [2, "columns_wrong"],
      [3, "columns_wrong"],
      [4, "line_too_long"]
    ])
    assert.strictEqual(accepted.length, 1)
  })

  it("a header that lacks, repeats or invents a column refuses the file, and names it", async () => {
    const headers = {
      "no column partner": "barcode,name,language",
      'unknown column "protein"': "barcode,name,language,partner,protein",
      "column name stands twice": "barcode,name,language,partner,name",
      "the file is empty": ""
    }
    for (const [detail, header] of Object.entries(headers)) {
      const { error } = await readText(header)
      assert.deepStrictEqual(
        error instanceof SourceUnreadable ? [error.reason, error.detail] : error,
        ["header_wrong", detail],
        header
      )
    }
  })

  it("the documentation describes exactly the columns that are read", () => {
    const text = readFileSync(new URL("../../../../docs/sources.md", import.meta.url), "utf8")
    const section = /## Partner feeds[^]*?(?=\n## )/.exec(text)?.[0] ?? assert.fail("no section")
    const fixed = [...section.matchAll(/^\| `(\w+)`/gm)].map((match) => match[1])
    const ofNutrients = tableBelow("docs/nutrients.md", "## Where they come from").map((row) => row.at(-1))
    const described = [
      ...fixed,
      ...ofNutrients.flatMap((cell) => (cell?.includes(",") === true ? [] : (cell?.replaceAll("`", "") ?? [])))
    ]
    assert.strictEqual(described.length, partnerColumns.length)
    assert.sameMembers(described, [...partnerColumns])
  })
})
