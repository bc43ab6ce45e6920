// What `tsc` must refuse: each line below a marker has a mistake, and a marker above a line without one is an error itself.
// test/outside/Clients.test.ts compiles it.
import { Fooddata, type SearchItem } from "fooddata-client"

const fooddata = new Fooddata({ baseUrl: "http://127.0.0.1:8080", apiKey: "fdb_x" })

export const mistakes = async (): Promise<void> => {
  // @ts-expect-error there is no address
  new Fooddata({ apiKey: "fdb_x" })
  // @ts-expect-error the setting is `timeoutMs`
  new Fooddata({ baseUrl: "http://127.0.0.1:8080", timeout: 1 })
  // @ts-expect-error a search has words
  await fooddata.search({})
  // @ts-expect-error names are not shown in French
  await fooddata.search({ q: "milk", lang: "fr" })
  // @ts-expect-error the parameter is `limit`
  await fooddata.search({ q: "milk", size: 3 })
  // @ts-expect-error rows come as JSON here
  await fooddata.auditEvents({ format: "csv" })
  // @ts-expect-error a code is text: it may begin with 0
  await fooddata.barcode(4006381333931)
  // @ts-expect-error a food of a meal has a name
  await fooddata.analyze({ items: [{ grams: 10 }] })
  const page = await fooddata.search({ q: "milk" })
  // @ts-expect-error it is `results`
  page.items
  const [first] = page.results
  // @ts-expect-error calories may be unknown
  const known: number = first?.nutrition.calories ?? null
  const item: SearchItem | undefined = first
  // @ts-expect-error a product that was found says nothing of a score
  item?.score
  return void known
}
