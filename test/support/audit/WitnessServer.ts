import { Effect } from "effect"
import { createHash, sign } from "node:crypto"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { provesConsistency } from "../../../domain/audit/MerkleTree.ts"
import { parseCheckpoint } from "../../../infra/audit/Checkpoint.ts"
import { readWitnessPolicy, type WitnessPolicy } from "../../../infra/audit/WitnessPolicy.ts"
import { makeSigner, type NoteVerifier, openNote } from "../../../infra/crypto/SignedNote.ts"
import { treeHasher } from "../../../infra/crypto/TreeHasher.ts"

/** A witness's key, and its cosignatures as C2SP tlog-cosignature has them. */
export const cosignerFrom = (name: string, byte: number) => {
  const signer = makeSigner(name, new Uint8Array(32).fill(byte))
  if (signer === undefined) throw new Error("the name is none")
  const spki = signer.publicKey.export({ format: "der", type: "spki" })
  const key = Buffer.concat([Buffer.from([4]), spki.subarray(-32)])
  const keyHash = createHash("sha256")
    .update(Buffer.concat([Buffer.from(`${name}\n`), key]))
    .digest()
    .subarray(0, 4)
  return {
    name,
    text: `${name}+${keyHash.toString("hex")}+${key.toString("base64")}`,
    /** a line without a line feed; `time`: seconds */
    line: (text: string, time: number | bigint): string => {
      const seconds = Buffer.alloc(8)
      seconds.writeBigUInt64BE(BigInt(time))
      const signature = sign(null, Buffer.from(`cosignature/v1\ntime ${time}\n${text}`), signer.privateKey)
      return `— ${name} ${Buffer.concat([keyHash, seconds, signature]).toString("base64")}`
    }
  }
}

export interface Answer {
  readonly status: number
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString("utf8")
}

/** A witness on this machine that knows one log, and checks as C2SP tlog-witness demands. */
export const startWitness = Effect.fnUntraced(function* (log: NoteVerifier, byte: number) {
  const cosigner = cosignerFrom(`witness.example/${byte}`, byte)
  const asked: Array<string> = []
  const seen = { size: 0, root: treeHasher.empty }
  const script: { answer: (body: string) => Answer | "never" | undefined } = { answer: () => undefined }

  const honest = (body: string): Answer => {
    const cut = body.indexOf("\n\n")
    const [old = "", ...lines] = body.slice(0, cut).split("\n")
    const note = body.slice(cut + 2)
    const text = openNote(log, note)
    const checkpoint = parseCheckpoint(note)
    if (checkpoint?.origin !== log.name) return { status: 404 }
    if (text === undefined) return { status: 403, body: "who is that?\nsecond line" }
    const oldSize = Number(/^old (\d+)$/.exec(old)?.[1])
    if (!(oldSize <= checkpoint.size)) return { status: 400 }
    if (oldSize !== seen.size)
      return { status: 409, body: `${seen.size}\n`, headers: { "content-type": "text/x.tlog.size" } }
    if (oldSize === checkpoint.size && !Buffer.from(seen.root).equals(checkpoint.root)) return { status: 409 }
    const proof = lines.map((line) => Buffer.from(line, "base64"))
    if (!provesConsistency(treeHasher, seen, checkpoint, proof)) return { status: 422 }
    Object.assign(seen, { size: checkpoint.size, root: checkpoint.root })
    return { status: 200, body: `${cosigner.line(text, 1_795_840_985 + asked.length)}\n` }
  }

  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await bodyOf(request)
    asked.push(`${request.method} ${request.url} ${body.split("\n")[0]}`)
    const answer = script.answer(body) ?? honest(body)
    if (answer !== "never") response.writeHead(answer.status, { ...answer.headers }).end(answer.body ?? "")
  }

  const server = createServer((request, response) => {
    void respond(request, response)
  })
  yield* Effect.acquireRelease(
    Effect.promise(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))),
    () =>
      Effect.promise(() => {
        server.closeAllConnections()
        return new Promise((resolve) => server.close(resolve))
      })
  )
  const address: AddressInfo | string | null = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  return {
    cosigner,
    /** each request in short, oldest first */
    asked,
    /** what the witness has cosigned */
    seen,
    /** what it answers instead of what it should */
    script,
    url: `http://127.0.0.1:${port}/w/`
  }
})

export const policyFrom = (...lines: ReadonlyArray<string>): WitnessPolicy => {
  const policy = readWitnessPolicy(`${lines.join("\n")}\n`)
  if (typeof policy === "string") throw new Error(policy)
  return policy
}
