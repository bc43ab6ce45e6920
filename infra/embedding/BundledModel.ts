import { readFileSync } from "node:fs"
import { gunzipSync } from "node:zlib"
import { loadModel, type MeaningModel } from "../../domain/semantic/MeaningModel.ts"
import { bundledSentences } from "./BundledSentences.ts"

const modelFile = new URL("../../data/semantic/model.bin.gz", import.meta.url)

/** The meaning model that comes with the program, read from disk. A file that cannot be read is a broken installation. */
export const readBundledModel = (): MeaningModel => loadModel(gunzipSync(readFileSync(modelFile)), bundledSentences())
