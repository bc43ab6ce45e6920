import { bundledSentences } from "../infra/embedding/BundledSentences.ts"
import { readBundledModel } from "../infra/embedding/BundledModel.ts"
import { wordingOf } from "../domain/semantic/intents/IntentFeatures.ts"
import { readText } from "../domain/semantic/NeedReader.ts"
import { readIntents } from "../data/semantic/Intents.ts"
import { quantile } from "./Statistics.ts"

// node bin/node.mjs --max-semi-space-size=8 --max-old-space-size=1024 bench/needs.ts
// What is learnt from sentences costs, with the heap that the service has: the reading of its files, memory, the time of finding the
// nearest need as a ratio to that of reading the question with the grammar, and of all that a question takes, in one run.

const rounds = 3
const print = (line: string) => process.stdout.write(`${line}\n`)
const rssMb = () => Math.round(process.memoryUsage().rss / 1e6)

const texts = readIntents().table.rows.flatMap(({ names }) => names.map((wordings) => wordings.at(-1) ?? "milk"))
const model = readBundledModel()
model.understand("milk")
const before = rssMb()
const { nearestNeeds } = bundledSentences()
const nearest = (text: string) => nearestNeeds(wordingOf(text))
const started = performance.now()
nearest("milk")
print(`the first question reads the files: ${Math.round(performance.now() - started)} ms`)

const timesOf = (ask: (text: string) => unknown): ReadonlyArray<number> => {
  const times: Array<number> = []
  for (let round = 0; round < rounds; round++)
    for (const text of texts) {
      const begun = performance.now()
      ask(text)
      if (round > 0) times.push(performance.now() - begun)
    }
  return times.toSorted((a, b) => a - b)
}

const needs = timesOf(nearest)
const more = rssMb() - before
const whole = timesOf(model.understand)
const grammar = timesOf((text) => readText(text, "query"))
const [p50, p99] = [quantile(needs, 0.5), quantile(needs, 0.99)]
print(
  `nearest need: p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms, ${(p50 / quantile(grammar, 0.5)).toFixed(1)} times the grammar`
)
print(`a whole question: p50 ${quantile(whole, 0.5).toFixed(2)} ms, p99 ${quantile(whole, 0.99).toFixed(2)} ms`)
print(`memory: ${more} MB more resident`)
