import { Effect, Schema } from "effect"
import { Region } from "../../../domain/product/Region.ts"
import { Language } from "../../../domain/language/Language.ts"
import { BooleanText } from "../request/BooleanText.ts"
import { IntegerText } from "../request/IntegerText.ts"
import { MealItems } from "./MealItems.ts"

/** NUL is the one character that no store takes; everything else is the analyzer's business. */
export const SearchText = Schema.String.check(
  Schema.isMinCodePoints(2),
  Schema.isMaxCodePoints(200),
  Schema.isPattern(/^[^\u0000]*$/u)
).annotate({
  description: "What to look for, in any language: words in any order, the last one may be a prefix.",
  examples: ["oat milk"]
})

/** What a question may be as long as. */
export const QuestionText = Schema.String.check(
  Schema.isMinCodePoints(2),
  Schema.isMaxCodePoints(500),
  Schema.isPattern(/^[^\u0000]*$/u)
).annotate({
  description: "What is wanted, in natural language: English, Russian or Arabic.",
  examples: ["high protein snack without sugar"]
})

export const SourceFilter = Schema.Literals(["curated", "off"])

/** 1 to 50, as text in a query */
export const PageSize = IntegerText.check(Schema.isBetween({ minimum: 1, maximum: 50 })).annotate({
  description: "Results per page.",
  examples: [10]
})

/** Results that a page may pass over. */
export const pageOffsetMax = 10_000

/** 0 to 10,000, as text in a query */
export const PageOffset = IntegerText.check(Schema.isBetween({ minimum: 0, maximum: pageOffsetMax })).annotate({
  description: "Results to skip, for the next page.",
  examples: [0]
})

export const BarcodeText = Schema.String.check(Schema.isPattern(/^(?:fdc:)?[0-9]{1,14}$/u)).annotate({
  description: "EAN-13, EAN-8, UPC-A, UPC-E or GTIN-14 in digits, or a USDA FDC ID (`fdc:<id>` asks for one).",
  examples: ["0009800895250"]
})

/** Any text is a possible identifier; one of no known form belongs to no product. */
export const ProductIdText = Schema.String.annotate({
  description: "An ID from a search or barcode response, or its `<table>_<number>` alias.",
  examples: ["usda_171265"]
})

const Details = BooleanText.annotate({
  description:
    "Adds `details`: other nutrients, names by language, regions, serving, provenance and licence, quality flags, the other products of the barcode.",
  examples: [true]
}).pipe(Schema.withDecodingDefaultKey(Effect.succeed("false")))

/** NUL as for searches; the rest is the parser's business. */
export const MealText = Schema.String.check(
  Schema.isMinCodePoints(1),
  Schema.isMaxCodePoints(2_000),
  Schema.isPattern(/^[^\u0000]*$/u)
).annotate({
  description: "A meal in words: English, Russian or Arabic, with amounts where they are known.",
  examples: ["two boiled eggs and a glass of milk"]
})

const AnalysisDetails = BooleanText.annotate({
  description: "Adds `details`: records, how weights were found, what was not recognised.",
  examples: [true]
}).pipe(Schema.withDecodingDefaultKey(Effect.succeed("false")))

export const SearchParameters = {
  q: SearchText,
  lang: Language.annotate({ description: "Language of the names shown." }).pipe(
    Schema.withDecodingDefaultKey(Effect.succeed("en" as const))
  ),
  region: Schema.optionalKey(
    Region.annotate({ description: "Only products of this region; products of no one country match every region." })
  ),
  limit: PageSize.pipe(Schema.withDecodingDefaultKey(Effect.succeed("10"))),
  offset: PageOffset.pipe(Schema.withDecodingDefaultKey(Effect.succeed("0"))),
  source: Schema.optionalKey(
    SourceFilter.annotate({ description: "Only curated products, or only those of Open Food Facts." })
  )
}

/** Names that are suggested at once, at the most. */
export const suggestionsMax = 8

export const SuggestParameters = {
  q: Schema.String.check(
    Schema.isMinCodePoints(1),
    Schema.isMaxCodePoints(64),
    Schema.isPattern(/^[^\u0000]*$/u)
  ).annotate({ description: "What was typed so far, in any language.", examples: ["choc"] }),
  lang: SearchParameters.lang,
  limit: IntegerText.check(Schema.isBetween({ minimum: 1, maximum: suggestionsMax }))
    .annotate({ description: "Names, at the most.", examples: [8] })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(String(suggestionsMax))))
}

export const SemanticSearchParameters = {
  q: QuestionText,
  limit: PageSize.pipe(Schema.withDecodingDefaultKey(Effect.succeed("10")))
}

/** Look-ups of one batch, at the most. */
export const batchItemsMax = 50

/** `ids` of a batch: any text may be an identifier, and one of no known form belongs to no product. */
const BatchIds = Schema.Array(
  Schema.String.check(Schema.isMinCodePoints(1), Schema.isMaxCodePoints(80), Schema.isPattern(/^[^\u0000]*$/u))
)
  .annotate({
    description: "IDs of products, or their aliases. One that stands twice is looked up, and counts, twice.",
    examples: [["usda_171265", "c_milk"]]
  })
  .check(Schema.isMinLength(1), Schema.isMaxLength(batchItemsMax))

const BatchBarcodes = Schema.Array(BarcodeText.check(Schema.isMaxCodePoints(18)))
  .annotate({
    description: "Barcodes, each as in a look-up of one. One that stands twice is looked up, and counts, twice.",
    examples: [["0009800895250", "00000000000000"]]
  })
  .check(Schema.isMinLength(1), Schema.isMaxLength(batchItemsMax))

/** The body of a look-up of several products. */
export const ProductBatchParameters = { ids: BatchIds }

/** The body of a look-up of several barcodes. */
export const BarcodeBatchParameters = { barcodes: BatchBarcodes }

export const BarcodeParameters = { barcode: BarcodeText }

export const ProductParameters = { product_id: ProductIdText }

export const LookupParameters = { details: Details }

const NamesLanguage = Language.annotate({ description: "Language of the names shown." }).pipe(
  Schema.withDecodingDefaultKey(Effect.succeed("en" as const))
)

/** The body of an analysis of a text, which may be in another language than the names asked for. */
export const AnalyzeTextParameters = { text: MealText, lang: NamesLanguage }

const NotWithItems = Schema.Unknown.check(
  Schema.makeFilter(() => false, { message: "send either text or items, not both" })
)

/** The body of an analysis of a meal that is split already. */
export const AnalyzeItemsParameters = {
  items: MealItems,
  text: Schema.optionalKey(NotWithItems),
  lang: NamesLanguage
}

/** What an analysis takes, for those who read its schema: exactly one of `text` and `items`. */
export const AnalyzeParameters = {
  text: Schema.optionalKey(MealText),
  items: Schema.optionalKey(MealItems),
  lang: NamesLanguage
}

export const AnalysisParameters = { details: AnalysisDetails }
