import process from "node:process"
import { bridge } from "./StdioBridge.ts"

// what the bundle for desktop applications starts; its settings come from the form that the application shows
const { FOODDATA_API_KEY: key, FOODDATA_URL: url = "" } = process.env

const say = (line: string): void => void process.stderr.write(`fooddata: ${line}\n`)

if (!URL.canParse(url)) {
  say(`the address of the service is none: ${url}`)
  process.exit(2)
}
// the application is gone
process.stdout.once("error", () => process.exit(0))
await bridge({
  endpoint: new URL(`${url.replace(/\/+$/, "")}/mcp`),
  key: key === "" ? undefined : key,
  input: process.stdin,
  output: process.stdout,
  log: say
})
process.exit(0)
