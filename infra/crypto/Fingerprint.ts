import { hash } from "node:crypto"
import type { Composition, IngredientList } from "../../domain/product/Composition.ts"
import { detailNames, type Nutrients, type Nutrition, type ServingSize } from "../../domain/product/Nutrition.ts"
import type { ProductFacts, Provenance, QualityFlag } from "../../domain/product/ProductFacts.ts"

/**
 * Digest of a record that an import compares: equal facts, equal fingerprint, whatever order their keys came in.
 * 128 bits of SHA-256 over the JSON with sorted keys, base64url.
 */
export const fingerprint = (facts: ProductFacts): string =>
  hash("sha256", JSON.stringify(inOrder(facts)), "base64url").slice(0, 22)

type Fields<A> = { readonly [K in keyof A]-?: unknown }

// Written out, because sorting the keys of every record costs as much as all else here. A new field goes where the
// alphabet puts it; the compiler names the one that is missing, the test the one that stands elsewhere.

/** The same facts with the keys of all objects in the order of the alphabet. */
const inOrder = (facts: ProductFacts): Fields<ProductFacts> => ({
  barcode: facts.barcode,
  basis: facts.basis,
  brands: facts.brands,
  categories: facts.categories,
  composition: facts.composition === undefined ? undefined : compositionInOrder(facts.composition),
  foodGroup: facts.foodGroup,
  generic: facts.generic,
  id: facts.id,
  imageUrl: facts.imageUrl,
  mainLanguage: facts.mainLanguage,
  modifiedOn: facts.modifiedOn,
  names: namesInOrder(facts.names),
  nutrients: facts.nutrients === undefined ? undefined : nutrientsInOrder(facts.nutrients),
  nutrition: nutritionInOrder(facts.nutrition),
  popularity: facts.popularity,
  provenance: provenanceInOrder(facts.provenance),
  quality: facts.quality.map(flagInOrder),
  quantity: facts.quantity,
  regions: facts.regions,
  serving: facts.serving,
  servingSize: facts.servingSize === undefined ? undefined : sizeInOrder(facts.servingSize),
  verified: facts.verified
})

const namesInOrder = (names: ProductFacts["names"]): ProductFacts["names"] => {
  const languages = Object.keys(names)
  return languages.length < 2
    ? names
    : Object.fromEntries(languages.sort().flatMap((language) => entryOf(names, language)))
}

const entryOf = (names: ProductFacts["names"], language: string) => {
  const ofLanguage = names[language]
  return ofLanguage === undefined ? [] : [[language, ofLanguage] as const]
}

const nutritionInOrder = (nutrition: Nutrition): Fields<Nutrition> => ({
  calories: nutrition.calories,
  carbs: nutrition.carbs,
  fats: nutrition.fats,
  fiber: nutrition.fiber,
  proteins: nutrition.proteins,
  sodium: nutrition.sodium,
  sugar: nutrition.sugar
})

const sortedDetails = detailNames.toSorted()

const nutrientsInOrder = (nutrients: Nutrients): Nutrients => {
  const ordered: { -readonly [Name in keyof Nutrients]: Nutrients[Name] } = {}
  for (const name of sortedDetails) {
    const amount = nutrients[name]
    if (amount !== undefined) ordered[name] = amount
  }
  return ordered
}

const sizeInOrder = (size: ServingSize): Fields<ServingSize> => ({ amount: size.amount, unit: size.unit })

const compositionInOrder = (composition: Composition): Fields<Composition> => ({
  contains: composition.contains,
  freeOf: composition.freeOf,
  ingredients: composition.ingredients === null ? null : listInOrder(composition.ingredients),
  mayContain: composition.mayContain
})

const listInOrder = (list: IngredientList): Fields<IngredientList> => ({
  form: list.form,
  isWhole: list.isWhole,
  language: list.language,
  text: list.text
})

const provenanceInOrder = (provenance: Provenance): Fields<Provenance> => ({
  dataset: provenance.dataset,
  licence: provenance.licence,
  reference: provenance.reference
})

const flagInOrder = (flag: QualityFlag): Fields<QualityFlag> => ({ field: flag.field, raw: flag.raw, rule: flag.rule })
