const item = (type: string, loc: ReadonlyArray<string>, msg: string, input: unknown) => ({ type, loc, msg, input })

const tooShort = (loc: ReadonlyArray<string>, characters: number, input: string) =>
  item(
    "string_too_short",
    loc,
    `String should have at least ${characters} character${characters === 1 ? "" : "s"}`,
    input
  )

const noTime = item(
  "value_error",
  ["query", "from"],
  "Value error, write a UTC day, such as 2026-11-27, or an instant with its zone, such as 2026-11-27T10:30:00Z",
  "x"
)

interface InvalidExample {
  /** what is asked for it, of `GET` where there is no body */
  readonly path: string
  readonly body?: string
  readonly detail: ReadonlyArray<object>
}

/** What the operations answer with 422, by operation. The tests send each request, and hold the answer against it. */
export const invalidExamples: Readonly<Record<string, InvalidExample>> = {
  search: { path: "/v1/search?q=a", detail: [tooShort(["query", "q"], 2, "a")] },
  suggest: { path: "/v1/suggest?q=", detail: [tooShort(["query", "q"], 1, "")] },
  semanticSearch: { path: "/v1/semantic-search?q=a", detail: [tooShort(["query", "q"], 2, "a")] },
  barcode: {
    path: "/v1/barcode/milk",
    detail: [
      item(
        "string_pattern_mismatch",
        ["path", "barcode"],
        "String should match pattern '^(?:fdc:)?[0-9]{1,14}$'",
        "milk"
      )
    ]
  },
  product: {
    path: "/v1/product/%FF",
    detail: [
      item(
        "string_unicode",
        ["path", "product_id"],
        "Input should be a valid string, unable to parse raw data as a unicode string",
        "%FF"
      )
    ]
  },
  productBatch: {
    path: "/v1/products/batch",
    body: "{}",
    detail: [item("missing", ["body", "ids"], "Field required", {})]
  },
  barcodeBatch: {
    path: "/v1/barcodes/batch",
    body: '{"barcodes":["milk"]}',
    detail: [
      item(
        "string_pattern_mismatch",
        ["body", "barcodes", "0"],
        "String should match pattern '^(?:fdc:)?[0-9]{1,14}$'",
        "milk"
      )
    ]
  },
  analyze: { path: "/v1/analyze", body: "{}", detail: [item("missing", ["body", "text"], "Field required", {})] },
  rotateKey: {
    path: "/v1/dashboard/keys/rotate",
    body: "[",
    detail: [item("json_invalid", ["body"], "JSON decode error", {})]
  },
  signUp: {
    path: "/v1/auth/signup",
    body: '{"email":"anna@example.com","password":"lamp"}',
    detail: [tooShort(["body", "password"], 8, "**********")]
  },
  logIn: {
    path: "/v1/auth/login",
    body: '{"email":"anna@example.com"}',
    detail: [item("missing", ["body", "password"], "Field required", { email: "anna@example.com" })]
  },
  auditEvents: { path: "/v1/audit/events?from=x", detail: [noTime] },
  auditKeys: {
    path: "/v1/audit/keys?account=x",
    detail: [
      item("string_pattern_mismatch", ["query", "account"], "String should match pattern '^acc_[0-9a-z]{12,32}$'", "x")
    ]
  },
  auditFailures: { path: "/v1/audit/failed-authentications?from=x", detail: [noTime] },
  auditUsage: {
    path: "/v1/audit/usage?key=fdb_a1b2c3&from=2026-11-01",
    detail: [item("missing", ["query", "to"], "Field required", null)]
  }
}
