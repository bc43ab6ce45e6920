// node auth-proxy.mjs PORT TARGET_PORT TLS_FOLDER COMMAND...: starts the command, an HTTP server on loopback without
// security of its own, and answers in its place on PORT: by TLS, with the certificate in the folder, and only whoever
// has one of the values of Authorization in the folder's file `authorizations`. Both end together.
import { spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { Agent, request } from "node:http"
import { createServer } from "node:https"
import { join } from "node:path"
import process from "node:process"

const [port, targetPort, folder = "", command = "", ...args] = process.argv.slice(2)
/** @param {string} name */
const read = (name) => readFileSync(join(folder, name), "utf8")
const authorizations = new Set(read("authorizations").trim().split("\n"))
const agent = new Agent({ keepAlive: true })

const proxy = createServer({ key: read("server.key"), cert: read("server.pem") }, (incoming, outgoing) => {
  const { authorization = "", ...headers } = incoming.headers
  if (!authorizations.has(authorization)) {
    outgoing.writeHead(401, { "www-authenticate": "Basic", connection: "close" }).end("Unauthorized")
    return
  }
  const { method, url: path } = incoming
  const asked = request({ agent, host: "127.0.0.1", port: targetPort, method, path, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(outgoing)
  })
  // the node is starting or ending: its client sees a lost connection, as it would without a proxy
  asked.on("error", () => incoming.socket.destroy())
  // whoever no longer waits ends the search, too
  outgoing.on("close", () => asked.destroy())
  incoming.pipe(asked)
})
// bulk requests take long, and clients keep connections
proxy.requestTimeout = 0
proxy.keepAliveTimeout = 0
proxy.listen(Number(port), "127.0.0.1")

const server = spawn(command, args, { stdio: "inherit" })
process.on("SIGTERM", () => server.kill("SIGTERM"))
server.on("exit", (code) => process.exit(code ?? 1))
