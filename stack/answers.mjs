// node answers.mjs kafka HOST:PORT | opensearch URL: exit code 0 when the server gives a real answer within 5 s.
// Plain JavaScript: it runs on the machine's own Node, as often as the stack asks.
import { readFileSync } from "node:fs"
import process from "node:process"

const probes = {
  /** @param {string} broker */
  kafka: async (broker) => {
    const { Kafka, logLevel } = await import("kafkajs").then((module) => module.default)
    const authority = process.env["STACK_CA"] ?? ""
    const secured = {
      ssl: { ca: authority === "" ? [] : [readFileSync(authority, "utf8")] },
      sasl: /** @type {const} */ ({ mechanism: "plain", username: "fooddata", password: "secret" })
    }
    const kafka = new Kafka({
      brokers: [broker],
      ...(authority === "" ? {} : secured),
      logLevel: logLevel.NOTHING,
      connectionTimeout: 1000,
      retry: { retries: 0 }
    })
    const admin = kafka.admin()
    await admin.connect()
    const { brokers } = await admin.describeCluster()
    await admin.listTopics()
    await admin.disconnect()
    return brokers.length > 0
  },
  /** @param {string} url */
  opensearch: async (url) => {
    const authorization = process.env["STACK_AUTHORIZATION"] ?? ""
    const health = await fetch(`${url}/_cluster/health?wait_for_status=yellow&timeout=2s`, {
      headers: authorization === "" ? {} : { authorization }
    })
    return health.ok && (await health.text()).includes(`"cluster_name":"fooddata-stack-${new URL(url).port}"`)
  }
}

setTimeout(() => process.exit(1), 5000).unref()
const [server, address = ""] = process.argv.slice(2)
const probe = server === "kafka" || server === "opensearch" ? probes[server] : undefined
if (probe === undefined) throw new Error(`no probe for ${server}`)
const answered = await probe(address).catch(() => false)
process.exit(answered ? 0 : 1)
