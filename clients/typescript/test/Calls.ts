// What a program that installed the package sees, against a running service and where that cannot be had against a `fetch`
// of ours. test/outside/Clients.test.ts compiles and runs it.
import assert from "node:assert/strict"
import process from "node:process"
import { test } from "node:test"
import {
  ApiError,
  AuthenticationError,
  ConnectionError,
  Fooddata,
  FooddataError,
  ForbiddenError,
  NotFoundError,
  RateLimitError,
  type SearchItem,
  TimeoutError,
  UnavailableError,
  UnexpectedAnswerError,
  ValidationError
} from "fooddata-client"

const setting = (name: string): string => {
  const value = process.env[name]
  assert.ok(value, name)
  return value
}
const baseUrl = setting("FOODDATA_URL")
const client = (apiKey: string) => new Fooddata({ baseUrl, apiKey })
const growth = client(setting("GROWTH_KEY"))

const failureOf = async (call: Promise<unknown>): Promise<ApiError> => {
  const failure: unknown = await call.then(
    () => undefined,
    (error: unknown) => error
  )
  assert.ok(failure instanceof ApiError, String(failure))
  return failure
}

test("searches, and says what is left of the quota", async () => {
  const { results, total } = await growth.search({ q: "milk", lang: "ru", limit: 3 })
  assert.equal(results.length, 3)
  assert.ok(total > 3)
  assert.equal(typeof results[0]?.nutrition.calories, "number")
  assert.equal(growth.quota?.plan, "growth")
  assert.equal(growth.quota?.limit, 500_000)
})

test("pages through all results, each once, and through no more than are wanted", async () => {
  const { total } = await growth.search({ q: "milk" })
  const ids: Array<string> = []
  for await (const { id } of growth.searchAll({ q: "milk", limit: 7 })) ids.push(id)
  assert.equal(ids.length, total)
  assert.equal(new Set(ids).size, total)
  const first: Array<SearchItem> = []
  for await (const item of growth.searchAll({ q: "milk", limit: 2 }, { max: 3 })) first.push(item)
  assert.deepEqual(
    first.map(({ id }) => id),
    ids.slice(0, 3)
  )
})

test("looks a product up by ID, and a barcode that nobody knows", async () => {
  const product = await growth.product("c_milk_whole", { details: true })
  assert.equal(product.nutrition.calories, 61)
  assert.ok(product.details?.names)
  const answer = await growth.barcode("4006381333931")
  assert.equal(answer.found, false)
  assert.equal(answer.product, null)
})

test("searches by meaning, also while the service still prepares for it", async () => {
  const { results } = await growth.semanticSearch({ q: "high protein snack", limit: 5 })
  assert.equal(results.length, 5)
  assert.equal(typeof results[0]?.score, "number")
})

test("analyses a meal from a text and from its foods", async () => {
  const meal = await growth.analyze({ text: "two boiled eggs and a glass of milk" }, { details: true })
  assert.equal(meal.components.length, 2)
  const items = await growth.analyze({ items: [{ food: "butter", grams: 10 }] })
  assert.equal(items.components[0]?.weight_g, 10)
})

test("tells plan, usage and the plans on sale", async () => {
  const account = await growth.me()
  assert.equal(account.plan, "growth")
  assert.ok(account.requests_today > 0)
  const { plans } = await new Fooddata({ baseUrl }).plans()
  assert.equal(plans.length, 4)
})

test("throws the error of each refusal, with what the service said", async () => {
  const missing = await failureOf(growth.product("c_nothing"))
  assert.ok(missing instanceof NotFoundError)
  assert.equal(missing.detail, "Product not found.")
  assert.ok(missing.requestId)
  const wrong = await failureOf(client(`fdb_${"x".repeat(40)}`).me())
  assert.ok(wrong instanceof AuthenticationError)
  const invalid = await failureOf(growth.search({ q: "m" }))
  assert.ok(invalid instanceof ValidationError)
  assert.deepEqual(invalid.offences[0]?.loc, ["query", "q"])
  assert.ok(
    (await failureOf(client(setting("DEVELOPER_KEY")).semanticSearch({ q: "snack" }))) instanceof ForbiddenError
  )
})

test("waits for Retry-After and asks again when too many come in a second", async () => {
  const key = setting("BURST_KEY")
  const alone = new Fooddata({ baseUrl, apiKey: key, retries: 0 })
  const outcomes = await Promise.allSettled(Array.from({ length: 60 }, () => alone.search({ q: "bread" })))
  const refused = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []))
  assert.ok(refused.length > 0)
  for (const reason of refused) assert.ok(reason instanceof RateLimitError && reason.retryAfterSeconds === 1)
  assert.equal((await client(key).search({ q: "bread" })).query, "bread")
})

test("throws at once where the quota asks to wait for longer than the caller would", async () => {
  const sandbox = client(setting("SPENT_KEY"))
  const start = performance.now()
  const failure = await failureOf(sandbox.search({ q: "milk" }))
  assert.ok(failure instanceof RateLimitError)
  assert.ok((failure.retryAfterSeconds ?? 0) > 60)
  assert.ok(performance.now() - start < 10_000)
})

test("makes an account, and rotates its key, whose old one is refused from then on", async () => {
  const visitor = new Fooddata({ baseUrl })
  const password = "violet-lamp-on-the-roof"
  const old = client((await visitor.signUp({ email: "typescript@example.com", password })).key)
  const { key } = await old.rotateKey()
  assert.equal((await client(key).me()).plan, "developer")
  assert.ok((await failureOf(old.me())) instanceof AuthenticationError)
})

test("has a method for each operation that the service describes", async () => {
  const described = await (await fetch(`${baseUrl}/openapi.json`)).text()
  const names = new Set([...described.matchAll(/"operationId":"(\w+)","parameters":\[/g)].map(([, name = ""]) => name))
  assert.ok(names.size >= 16, [...names].join())
  for (const name of names) assert.equal(typeof Reflect.get(growth, name), "function", name)
})

test("reads the audit trail to its end", async () => {
  const auditor = client(setting("AUDITOR_KEY"))
  const types: Array<string> = []
  for await (const { type } of auditor.auditEventsAll({ limit: 2 })) types.push(type)
  assert.ok(types.filter((type) => type === "KeyIssued").length >= 3)
  const keys: Array<string> = []
  for await (const { key_id } of auditor.auditKeysAll({ limit: 2 })) keys.push(key_id)
  assert.equal(keys.length, (await auditor.auditKeys()).population)
  assert.equal(new Set(keys).size, keys.length)
})

/** A client whose requests get these answers in turn; the methods that came. */
const scripted = (answers: ReadonlyArray<() => Response>, options: { readonly maxWaitMs?: number } = {}) => {
  const asked: Array<string> = []
  const left = [...answers]
  const fetch = async (request: Request): Promise<Response> => {
    asked.push(request.method)
    const answer = left.shift()
    assert.ok(answer, "asked too often")
    return answer()
  }
  return { asked, client: new Fooddata({ baseUrl: "http://food.example", apiKey: "fdb_x", fetch, ...options }) }
}
const refusing =
  (status: number, retryAfter = "0") =>
  () =>
    new Response(JSON.stringify({ detail: "later" }), { status, headers: { "retry-after": retryAfter } })
const plans = () => Response.json({ plans: [] })
const breaking = (): Response => {
  throw new TypeError("connection reset")
}

test("repeats what is safe, also with a body, and never a rotation", async () => {
  const reading = scripted([refusing(503), breaking, plans])
  await reading.client.plans()
  assert.equal(reading.asked.length, 3)
  const analysis = scripted([refusing(429), plans])
  await analysis.client.analyze({ text: "an egg" })
  assert.deepEqual(analysis.asked, ["POST", "POST"])
  const rotation = scripted([refusing(429)])
  assert.ok((await failureOf(rotation.client.rotateKey())) instanceof RateLimitError)
  const broken = scripted([breaking])
  await assert.rejects(broken.client.rotateKey(), ConnectionError)
})

test("waits as long as it is asked to, in seconds and until a date", async () => {
  const start = Date.now()
  await scripted([refusing(503, "1"), plans]).client.plans()
  assert.ok(Date.now() - start >= 1000)
  const date = new Date(Date.now() + 50_000).toUTCString()
  const later = await failureOf(scripted([refusing(429, date)], { maxWaitMs: 1000 }).client.plans())
  assert.ok(Math.abs((later.retryAfterSeconds ?? 0) - 50) <= 2)
  for (const nonsense of ["-5", "soon", "1.5", "2026-11-28"]) {
    assert.equal((await failureOf(scripted([refusing(500, nonsense)]).client.plans())).retryAfterSeconds, undefined)
  }
})

test("tells an answer of something else than the service", async () => {
  const page = () => new Response("<h1>Log in to the hotel</h1>", { headers: { "content-type": "text/html" } })
  await assert.rejects(scripted([page]).client.plans(), UnexpectedAnswerError)
  await assert.rejects(scripted([() => new Response(null, { status: 204 })]).client.plans(), UnexpectedAnswerError)
})

test("gives up after the last try, and at once on other failures", async () => {
  const busy = scripted([refusing(503), refusing(503), refusing(503), refusing(503)])
  assert.ok((await failureOf(busy.client.plans())) instanceof UnavailableError)
  const failing = scripted([() => new Response("<h1>Bad Gateway</h1>", { status: 502, statusText: "Bad Gateway" })])
  assert.equal((await failureOf(failing.client.plans())).detail, "Bad Gateway")
  const later = scripted([refusing(503, "2")], { maxWaitMs: 1000 })
  assert.equal((await failureOf(later.client.plans())).retryAfterSeconds, 2)
})

test("ends a call that takes too long, and one that its caller aborts while it waits", async () => {
  const never = (request: Request) =>
    new Promise<Response>((_, reject) => request.signal.addEventListener("abort", () => reject(request.signal.reason)))
  const slow = new Fooddata({ baseUrl: "http://food.example", fetch: never, timeoutMs: 20 })
  await assert.rejects(slow.plans(), TimeoutError)
  const { client } = scripted([refusing(503, "50")])
  const stop = new AbortController()
  const call = client.plans({ signal: stop.signal })
  stop.abort(new Error("enough"))
  await assert.rejects(call, /enough/)
})

test("refuses a bad key and a bad address without showing the key", () => {
  assert.throws(
    () => new Fooddata({ baseUrl, apiKey: "fdb_secret\n" }),
    (error) => error instanceof FooddataError && !error.message.includes("secret")
  )
  assert.throws(() => new Fooddata({ baseUrl: "food.example" }), FooddataError)
  assert.throws(() => new Fooddata({ baseUrl, retries: 11 }), FooddataError)
})
