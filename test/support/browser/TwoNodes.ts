import { Effect } from "effect"
import { createServer, request } from "node:http"
import { temporaryFolder } from "../EmbeddedStores.ts"
import { startService } from "../ServiceProcess.ts"
import { deployment, serve } from "../cluster/Deployment.ts"

/** Two API nodes of a cluster, which take turns with the requests to one address. */
export const twoNodes = Effect.gen(function* () {
  const made = yield* deployment("bundled")
  const catalogue = { BUNDLED_CATALOGUE: "true" }
  const first = yield* serve({ ...made, settings: { ...made.settings, ...catalogue } })
  const second = yield* startService(yield* temporaryFolder, { ...made.settings, ...catalogue, ROLES: "api" })
  const url = yield* takingTurns([first.url, second.url])
  return { url, folder: yield* temporaryFolder, settings: made.settings }
})

const takingTurns = (urls: ReadonlyArray<string>) =>
  Effect.acquireRelease(
    Effect.callback<{ readonly url: string; readonly close: () => void }>((resume) => {
      let turn = 0
      const server = createServer((asked, answer) => {
        const { headers, method, url: target } = asked
        const node = urls[turn++ % urls.length] ?? ""
        const forwarded = request(`${node}${target}`, { method, headers }, (answered) => {
          answer.writeHead(answered.statusCode ?? 502, answered.rawHeaders)
          answered.pipe(answer)
        })
        forwarded.on("error", () => answer.destroy())
        asked.pipe(forwarded)
      })
      server.listen(0, "127.0.0.1", () => {
        const address = server.address()
        const port = typeof address === "object" && address !== null ? address.port : 0
        const close = () => {
          server.close()
          server.closeAllConnections()
        }
        resume(Effect.succeed({ url: `http://127.0.0.1:${port}`, close }))
      })
    }),
    ({ close }) => Effect.sync(close)
  ).pipe(Effect.map(({ url }) => url))
