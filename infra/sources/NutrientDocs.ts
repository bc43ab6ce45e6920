import { Record } from "effect"
import type { NutrientRow } from "../../domain/product/NutrientRow.ts"
import { detailNutrients, salt, servedNutrients } from "../../domain/product/Nutrients.ts"
import { table } from "../markdown/Table.ts"
import { detailColumns, servedColumns } from "./partner/PartnerRow.ts"

const introduction = `# Nutrients

Written from \`domain/product/Nutrients.ts\` by \`node bin/node.mjs bin/nutrients.mjs\`, and not by hand.

That table is the only place where a nutrient stands. What sources are read by, the limits of the nutrition gate, events,
fingerprints, the answers of the API with their schema, the columns of exports and of partner feeds, the labels of pages, and this
page follow from it. So a new nutrient is a new row there, this page and the catalogue of events made anew, and, where the bundled
originals have it, a column in \`data/UsdaColumns.ts\`. Why, and what it costs: [ADR 73](adr/0073-nutrients-as-one-table.md).

Amounts are per 100 g or 100 ml, as \`basis\` of the product says. What a source does not state is not known, and never zero.

`

const served = `## With a field of their own

In \`nutrition\` of every answer, \`null\` when unknown; \`fiber\`, \`sugar\` and \`sodium\` on plans with full nutrients only. At most two decimals.

`

const details = `## Under \`details\`

In \`details.nutrients\` of product and barcode answers with \`details=true\`, on plans with full nutrients. One that is not there is unknown.
At most three decimals. More than the maximum, or more than the whole that it is a part of and 1 g, is set aside (\`details.quality\`).

`

const saltNote = `
\`salt\` (g) stands there, too: sodium × ${salt.ofSodium * 1_000}, divided by 1,000. It is in no event, because sodium is.

## Where they come from

FoodData Central: the number in \`nutrient.csv\`, in order of preference, with what its amount is multiplied by. Open Food Facts: the
name without \`_100g\`, in grams but for energy and where a unit stands. Partner feeds: the column. An international unit is no unit of
mass: that of vitamin D has one weight for all forms and is converted, those of vitamins A and E are left out.

`

/** `docs/nutrients.md`, in the formatter's own hand. */
export const nutrientDocs = (): string =>
  [
    introduction,
    served,
    nutrientTable(Record.toEntries(servedNutrients)),
    "\n",
    details,
    nutrientTable(Record.toEntries(detailNutrients)),
    saltNote,
    sourceTable(Record.toEntries({ ...servedNutrients, ...detailNutrients }))
  ].join("")

type Rows = ReadonlyArray<readonly [name: string, row: NutrientRow]>

const code = (text: string): string => `\`${text}\``

const nutrientTable = (rows: Rows): string =>
  table([
    ["name", "unit", "maximum", "part of", "English", "Russian", "Arabic"],
    ...rows.map(([name, { amount, label }]) => [
      code(name),
      amount.unit,
      amount.max.toLocaleString("en-US"),
      amount.within === undefined ? "" : code(amount.within),
      label.en,
      label.ru,
      label.ar
    ])
  ])

const sourceTable = (rows: Rows): string => {
  const columns = new Map<string, string>([...servedColumns, ...detailColumns].map(([name, column]) => [name, column]))
  return table([
    ["name", "FoodData Central", "on its labels", "Open Food Facts", "partner feed"],
    ...rows.map(([name, { from }]) => [
      code(name),
      from.fdc.map(({ factor, id }) => (factor === 1 ? id : `${id} × ${factor}`)).join(", "),
      from.fdcLabel === undefined ? "" : code(from.fdcLabel),
      from.off.map(code).join(", ") +
        (from.offUnit === undefined ? "" : ` (${from.offUnit.name} × ${from.offUnit.factor})`),
      columns.has(name) ? code(columns.get(name) ?? "") : "`energy_kcal`, `energy_kj`"
    ])
  ])
}
