/** Trains the classifier of what is no meal on the texts of `talk.tsv`: `node bin/node.mjs data/meals/train-talk.ts`. */
import { writeFileSync } from "node:fs"
import { readTalkTexts, trainTalk } from "./TalkTexts.ts"

const texts = readTalkTexts().filter(({ set }) => set === "dev")
const json = `${JSON.stringify(trainTalk(texts))}\n`
writeFileSync(new URL("../../domain/meal/talk-classifier.json", import.meta.url), json)
process.stdout.write(`${texts.length} texts, ${json.length} bytes\n`)
