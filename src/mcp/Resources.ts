import { Effect, Predicate } from "effect"
import type { Admitted } from "../api/admission/Admission.ts"
import type { EdgeError } from "../api/EdgeError.ts"
import { plansPage } from "../queries/PlanPresentation.ts"
import { withoutNulls, withPlainTexts } from "./PlainText.ts"
import type { ToolAnswer } from "./ToolAnswer.ts"

const productUri = /^food:\/\/product\/([^/?#]+)$/u
const plansUri = "food://plans"
const planUri = /^food:\/\/plan\/([^/?#]+)$/u

/** Templates of resources, which a client may have completed. */
export const templates = { product: "food://product/{id}", plan: "food://plan/{name}" } as const
const mimeType = "application/json"

export const resourceList = {
  resources: [{ uri: plansUri, name: "plans", title: "Plans", description: "Plans, prices and limits.", mimeType }]
}

export const resourceTemplateList = {
  resourceTemplates: [
    {
      uriTemplate: templates.product,
      name: "product",
      title: "Product",
      description: "One product by its id, with nutrition per 100 g or 100 ml. Counts as get_food_product.",
      mimeType
    },
    {
      uriTemplate: templates.plan,
      name: "plan",
      title: "Plan",
      description: "One plan by its name, with its price and limits.",
      mimeType
    }
  ]
}

/** Which product the resource is; `null` when it is none. */
export const productOfUri = (uri: unknown): string | null =>
  Predicate.isString(uri) ? (productUri.exec(uri)?.[1] ?? null) : null

const contents = (uri: string, data: unknown) => ({
  contents: [{ uri, mimeType, text: JSON.stringify(withoutNulls(withPlainTexts(data))) }]
})

/** The resource of the URI; `null` when there is none. `getProduct` is what the tool of the product does. */
export const readResource = (
  uri: string,
  caller: Admitted | null,
  getProduct: (args: unknown, caller: Admitted) => Effect.Effect<ToolAnswer, EdgeError>
) => {
  if (uri === plansUri) return Effect.succeed(contents(uri, plansPage))
  const plan = plansPage.plans.find(({ name }) => name === planUri.exec(uri)?.[1])
  if (plan !== undefined) return Effect.succeed(contents(uri, plan))
  const id = productOfUri(uri)
  if (id === null || caller === null) return Effect.succeed(null)
  return getProduct({ product_id: id }, caller).pipe(
    Effect.map(({ data }) => contents(uri, data)),
    Effect.catchTags({ ProductNotFound: () => Effect.succeed(null), RequestInvalid: () => Effect.succeed(null) })
  )
}
