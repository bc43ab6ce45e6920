import { Layer } from "effect"
import { AnalyzeMeal } from "../../../src/queries/AnalyzeMeal.ts"
import { SearchProducts } from "../../../src/queries/SearchProducts.ts"
import { SemanticSearch } from "../../../src/queries/SemanticSearch.ts"

/** What answers the questions of callers, on this thread. */
export const inProcessQueries = Layer.mergeAll(SearchProducts.layer, SemanticSearch.layer, AnalyzeMeal.layer)
