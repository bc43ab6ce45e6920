import { analyzeRequests, barcodeBatchRequests, productBatchRequests } from "../../api/contract/Examples.ts"
import { type DescribedOperation, describedApi } from "../../api/contract/DescribedOperations.ts"
import type { Speech } from "../texts/Speech.ts"

type Word = keyof Speech["words"]

/** A value that a visitor may set. */
export interface Field {
  readonly name: string
  readonly in: "path" | "query" | "body"
  /** what it is, in the words of the visitor's language */
  readonly label: Word
  /** `null`: any text */
  readonly choices: ReadonlyArray<string> | null
  readonly isInteger: boolean
  /** several values, with commas between them */
  readonly isList: boolean
  readonly isRequired: boolean
  /** what it is filled in with */
  readonly value: string
}

export interface Operation {
  readonly id: string
  readonly method: "GET" | "POST"
  readonly path: string
  readonly title: Word
  readonly tool: string | null
  readonly needsKey: boolean
  readonly fields: ReadonlyArray<Field>
}

/** Replaces the key that it is sent with: the page goes on with the new one. */
export const rotation = "rotateKey"

/** The operations of the contract that the page shows, in its order. */
const shown: ReadonlyArray<Pick<Operation, "id" | "title" | "tool">> = [
  { id: "search", title: "operationSearch", tool: "search_food" },
  { id: "suggest", title: "operationSuggest", tool: null },
  { id: "barcode", title: "operationBarcode", tool: "lookup_barcode" },
  { id: "product", title: "operationProduct", tool: "get_food_product" },
  { id: "productBatch", title: "operationProductBatch", tool: null },
  { id: "barcodeBatch", title: "operationBarcodeBatch", tool: null },
  { id: "semanticSearch", title: "operationSemantic", tool: "semantic_food_search" },
  { id: "analyze", title: "operationAnalyze", tool: "analyze_meal" },
  { id: "me", title: "operationAccount", tool: "get_food_api_account" },
  { id: "plans", title: "operationPlans", tool: "get_food_api_plans" },
  { id: rotation, title: "operationRotate", tool: null },
  { id: "rotationReceipt", title: "operationReceipt", tool: null }
]

const labels: Readonly<Record<string, Word>> = {
  q: "fieldQuery",
  lang: "fieldLanguage",
  region: "fieldRegion",
  limit: "fieldLimit",
  offset: "fieldOffset",
  source: "fieldSource",
  barcode: "fieldBarcode",
  details: "fieldDetails",
  product_id: "fieldProductId",
  ids: "fieldProductIds",
  barcodes: "fieldBarcodes",
  text: "fieldText"
}

const fieldOf = ({ example, in: place, name, required, schema }: DescribedOperation["parameters"][number]): Field => ({
  name,
  in: place,
  label: labels[name] ?? "fieldOther",
  choices: schema.enum?.map(String) ?? (schema.type === "boolean" ? ["false", "true"] : null),
  isInteger: schema.type === "integer",
  isList: false,
  isRequired: required,
  value: String(example ?? schema.default ?? "")
})

/** A field of a body, which the contract describes elsewhere than parameters. */
const inBody = (name: string, value: string, isList: boolean): Field => ({
  name,
  in: "body",
  label: labels[name] ?? "fieldOther",
  choices: null,
  isInteger: false,
  isList,
  isRequired: true,
  value
})

const bodies: Readonly<Record<string, Field>> = {
  analyze: inBody("text", analyzeRequests.text.value.text, false),
  productBatch: inBody("ids", productBatchRequests.ids.value.ids.join(", "), true),
  barcodeBatch: inBody("barcodes", barcodeBatchRequests.barcodes.value.barcodes.join(", "), true)
}

let made: ReadonlyArray<Operation> | undefined

/** Every operation that is shown, with its parameters and their examples from the contract. */
export const operations = (): ReadonlyArray<Operation> => (made ??= madeOperations())

const madeOperations = (): ReadonlyArray<Operation> => {
  const described = describedApi().operations
  return shown.flatMap(({ id, title, tool }) =>
    described
      .filter((operation) => operation.id === id)
      .map(({ method, needsKey, parameters, path }): Operation => ({
        id,
        title,
        tool,
        path,
        method: method === "POST" ? "POST" : "GET",
        needsKey,
        fields: [...[bodies[id] ?? []].flat(), ...parameters.map(fieldOf)]
      }))
  )
}
