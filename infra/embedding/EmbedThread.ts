import type { ProductFacts } from "../../domain/product/ProductFacts.ts"
import { answerQuestions } from "../threads/AnswerQuestions.ts"
import { readBundledModel } from "./BundledModel.ts"

const model = readBundledModel()

/** The vectors of the products, one after the other in one array. */
const embed = (products: ReadonlyArray<ProductFacts>): Float32Array => {
  const vectors = new Float32Array(products.length * model.dimensions)
  products.forEach((facts, i) => vectors.set(model.embedProduct(facts), i * model.dimensions))
  return vectors
}

/** They come from the program itself, and are records of the read model. */
const areProducts = (value: unknown): value is ReadonlyArray<ProductFacts> => Array.isArray(value)

answerQuestions(areProducts, embed)
