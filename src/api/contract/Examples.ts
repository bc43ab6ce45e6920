const milk = {
  id: "c_milk-whole",
  name: "Milk, whole",
  barcode: null,
  brands: null,
  nutrition: { calories: 61, proteins: 3.15, fats: 3.25, carbs: 4.8 },
  food_group: "Dairy",
  image_url: null,
  source: "curated",
  verified: true
}

/** What the operations answer, by operation; the tests hold every one against the schema of its response. */
export const examples: Readonly<Record<string, unknown>> = {
  search: { results: [milk], total: 1, query: "whole milk", lang: "en" },
  semanticSearch: {
    results: [
      {
        id: milk.id,
        name: milk.name,
        nutrition: milk.nutrition,
        score: 0.8312,
        source: milk.source,
        verified: milk.verified
      }
    ],
    total: 1,
    query: "a drink with calcium"
  },
  barcode: {
    found: true,
    barcode: "4600494001234",
    product: {
      ...milk,
      id: "off_4600494001234",
      barcode: "4600494001234",
      brands: "A dairy",
      nutrition: { ...milk.nutrition, sugar: 4.8, sodium: 43 },
      source: "database",
      verified: false
    }
  },
  product: { ...milk, nutrition: { ...milk.nutrition, fiber: 0, sugar: 4.8, sodium: 43 } },
  analyze: {
    dish: "Boiled egg, Milk",
    nutrition: { calories: 308, proteins: 20.48, fats: 18.73, carbs: 13.12 },
    components: [
      { name: "Boiled egg", weight_g: 100, calories: 155 },
      { name: "Milk", weight_g: 250, calories: 153 }
    ],
    confidence: "high",
    lang: "en"
  },
  me: {
    plan: "starter",
    requests_today: 17,
    requests_limit: 50_000,
    key_prefix: "fdb_Ab3dE9",
    is_active: true,
    features: ["search", "barcode", "full_nutrients"]
  },
  plans: {
    plans: [
      {
        name: "developer",
        price_usd_per_month: 0,
        requests_per_day: 1_000,
        burst_per_hour: 100,
        burst_per_second: 10,
        features: ["search", "barcode"]
      }
    ]
  },
  signUp: { key: `fdb_${"0".repeat(40)}`, key_prefix: "fdb_000000", plan: "developer" },
  rotateKey: { key: `fdb_${"0".repeat(40)}`, key_prefix: "fdb_000000" }
}

/** What an analysis is asked, in both ways; the tests send each. */
export const analyzeRequests = {
  text: { summary: "A meal in words", value: { text: "two boiled eggs and a glass of milk" } },
  items: {
    summary: "A meal that is split already",
    value: {
      items: [
        { food: "boiled egg", amount: 2, unit: "piece" },
        { food: "milk", grams: 250 }
      ]
    }
  }
}
