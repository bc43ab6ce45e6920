const oatMilk = {
  id: "usda_11360200",
  name: "Oat milk",
  barcode: null,
  brands: null,
  nutrition: { calories: 45, proteins: 0.66, fats: 2.33, carbs: 5.37 },
  food_group: "Plant-based milk",
  image_url: null,
  source: "database",
  verified: false
}

const unsweetened = {
  ...oatMilk,
  id: "usda_2257046",
  name: "Oat milk, unsweetened, plain, refrigerated",
  nutrition: { calories: 48.33, proteins: 0.8, fats: 2.75, carbs: 5.1 },
  food_group: "Beverages"
}

const auditTree = {
  size: 29,
  root: "kEjyA8ixErE18yyPC9KIIx8CEPVM8b4nITbktry3etg=",
  checkpoint:
    "food.example/audit\n29\nkEjyA8ixErE18yyPC9KIIx8CEPVM8b4nITbktry3etg=\n\n\u2014 food.example/audit VBzTzQ==\n"
}

const hazelnutSpread = {
  found: true,
  barcode: "0009800895250",
  product: {
    id: "off_0009800895250",
    name: "HAZELNUT SPREAD WITH COCOA",
    barcode: "0009800895250",
    brands: "nutella",
    nutrition: { calories: 540.54, proteins: 5.41, fats: 29.73, carbs: 59.46, sugar: 56.76, sodium: 40.56 },
    food_group: "Sweets",
    image_url: "https://images.openfoodfacts.org/images/products/000/980/089/5250/front_en.63.400.jpg",
    source: "database",
    verified: false
  }
}

const wholeMilk = {
  id: "usda_171265",
  name: "Milk, whole, 3.25% milkfat, with added vitamin D",
  barcode: null,
  brands: null,
  nutrition: { calories: 61, proteins: 3.15, fats: 3.25, carbs: 4.8, fiber: 0, sugar: 5.05, sodium: 43 },
  food_group: "Dairy and Egg Products",
  image_url: null,
  source: "database",
  verified: false
}

/**
 * What the operations answer to the examples of their parameters, by operation. The tests hold every one against the schema of
 * its response, and against what a service with the bundled catalogue answers.
 */
export const examples: Readonly<Record<string, unknown>> = {
  search: { results: [oatMilk, unsweetened], total: 2, query: "oat milk", lang: "en" },
  semanticSearch: {
    results: [
      {
        id: "c_pumpkin_seeds",
        name: "Pumpkin seeds",
        nutrition: { calories: 559, proteins: 30.23, fats: 49.05, carbs: 10.71 },
        score: 0.2671,
        source: "curated",
        verified: true
      }
    ],
    total: 1,
    query: "high protein snack without sugar"
  },
  suggest: {
    suggestions: [
      { text: "Chocolate", id: "usda_91705010" },
      { text: "Chocolate, dark, 60-69% cacao solids", id: "usda_170272" },
      { text: "Chocolate, dark, 45- 59% cacao solids", id: "usda_170271" },
      { text: "Chocolate, dark, 70-85% cacao solids", id: "usda_170273" },
      { text: "Chocolate or fudge cookie", id: "usda_53207000" },
      { text: "Chocodate Dark Chocolate", id: "off_6291011051684" },
      { text: "Milk chocolate", id: "c_chocolate_milk" },
      { text: "White chocolate", id: "c_chocolate_white" }
    ]
  },
  barcode: hazelnutSpread,
  product: wholeMilk,
  productBatch: { results: [wholeMilk, null] },
  barcodeBatch: { results: [hazelnutSpread, { found: false, product: null }] },
  analyze: {
    dish: "Boiled egg, Milk",
    nutrition: { calories: 308, proteins: 20.46, fats: 18.74, carbs: 13.12 },
    components: [
      { name: "Boiled egg", weight_g: 100, calories: 155 },
      { name: "Milk", weight_g: 250, calories: 153 }
    ],
    confidence: "medium",
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
  rotateKey: { key: `fdb_${"0".repeat(40)}`, key_prefix: "fdb_000000" },
  rotationReceipt: {
    event: "6f4a7b68-b000-5abe-b5ed-9fe0398ca90c",
    rotated_at: "2026-11-27T19:59:18.894Z",
    leaf: 3,
    tree_size: 5,
    proof: [
      "c2sp.org/tlog-proof@v1",
      "extra eyJlbnRyeSI6InsuLi59In0=",
      "index 3",
      "1kffiOfufIwuMyiB5RwFp/AmwjUZtYkRn5myLdyYY/w=",
      "",
      "food.example/audit",
      "5",
      "ayyrHrFYF8fgOVqPqv+qrWjnlon26+0njFS2SS5Nk9c=",
      "",
      "— food.example/audit VDTO+lMA1KYFfmUZnG8Ob5ZamfiQD3VhszQ9RyliUKpbB3rDdk9XrxMSdBKl/5lD/UgPt3hBxMOeuFRORCPYHW5leA8=",
      ""
    ].join("\n")
  },
  auditEvents: {
    rows: [
      {
        leaf: 3,
        id: "6f4a7b68-b000-5abe-b5ed-9fe0398ca90c",
        time: "2026-11-27T19:59:18.894Z",
        type: "KeyRotated",
        target: "key_o3kqy02m6r4uip78",
        key_name: "CI server",
        version: 2,
        actor: "key:key_o3kqy02m6r4uip78",
        address: "203.0.113.9",
        client: "curl/8.5.0",
        request_id: "61c1d639-5cc3-4e34-a2b3-fb4184bea91a",
        command: "c7d19577-30fa-47cf-a307-57847f0cf492",
        outcome: "done",
        data: { digest: "w3WkTwgKYgHHcRE6d0Vbd3RecC-lXeiev9qURZww68c", prefix: "fdb_RphXbR" }
      }
    ],
    scanned: 4,
    population: 4,
    next: null,
    tree: auditTree
  },
  auditKeys: {
    rows: [
      {
        key_id: "key_o3kqy02m6r4uip78",
        key_prefix: "fdb_RphXbR",
        name: "CI server",
        role: "client",
        plan: "growth",
        account_id: null,
        is_active: true,
        issued_at: "2026-08-01T10:00:00.000Z",
        issued_by: "operator:maria",
        rotated_at: "2026-11-27T19:59:18.894Z",
        rotations: 1,
        age_days: 0,
        plan_changes: 0,
        last_used: "2026-11-27",
        dormant_days: null,
        deactivated_at: null,
        deactivated_because: null
      }
    ],
    population: 1,
    next: null,
    tree: auditTree
  },
  auditFailures: {
    rows: [
      {
        hour: "2026-11-27T19:00:00.000Z",
        kind: "invalid-key",
        key_prefix: "fdb_Ab3dE9",
        address: "203.0.113.9",
        account_id: null,
        count: 12
      }
    ],
    tree: auditTree
  },
  auditUsage: {
    rows: [{ day: "2026-11-27", events: 17, ledger: 17, report: 17, events_in_report: 17, me: 17, differences: [] }],
    tree: auditTree
  }
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

/** What the batches are asked; the tests send each. */
export const productBatchRequests = {
  ids: { summary: "Two products, one of which there is not", value: { ids: ["usda_171265", "c_unknown"] } }
}
export const barcodeBatchRequests = {
  barcodes: {
    summary: "Two barcodes, one of which is not known",
    value: { barcodes: ["0009800895250", "00000000000000"] }
  }
}
