// What a full disk does to an import and to metering: a clear error, nothing lost, and all is well once there is space.
// Run by disk-full.sh, with a small file system and the name of a phase.
import assert from "node:assert/strict"
import { spawn, spawnSync } from "node:child_process"
import { closeSync, openSync, rmSync, writeSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { setTimeout as pause } from "node:timers/promises"

const disk = process.argv[2] ?? ""
const ballast = join(disk, "ballast")
const env = { ...process.env, DATA_DIR: join(disk, "data"), BUNDLED_CATALOGUE: "false", PORT: "0", ADMIN_PORT: "0" }

const fooddata = (...args) => {
  const { status, stderr, stdout } = spawnSync(process.execPath, ["bin/node.mjs", "src/main.ts", ...args], {
    env,
    encoding: "utf8",
    maxBuffer: 1 << 28
  })
  return { status, stderr, stdout }
}

const events = (...args) => {
  const { status, stderr, stdout } = fooddata("events", "export", ...args)
  assert.equal(status, 0, stderr)
  return stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line))
}

const fill = () => {
  const file = openSync(ballast, "a")
  for (const size of [1 << 16, 1 << 12, 1]) {
    try {
      while (true) writeSync(file, Buffer.alloc(size))
    } catch (error) {
      assert.match(String(error), /ENOSPC/)
    }
  }
  closeSync(file)
}

const free = () => rmSync(ballast, { force: true })

const importRows = () => fooddata("import", "off", "data/off.jsonl.gz", "--json")

const listed = () => events("--type", "ProductListed").map(({ stream }) => stream)

const anImportFails = () => {
  const { status, stderr } = importRows()
  assert.equal(status, 1, stderr)
  assert.match(stderr, /disk is full/)
  assert.doesNotMatch(stderr, /\n\s+at /, "no stack for what is nobody's mistake")
}

const theImportIsRunAgain = () => {
  const before = listed().length
  const done = importRows()
  assert.equal(done.status, 0, done.stderr)
  const streams = listed()
  assert.ok(before > 0 && streams.length > before, `${before} products, then ${streams.length}`)
  assert.equal(new Set(streams).size, streams.length, "each product is listed once")
  const again = JSON.parse(importRows().stdout)
  assert.equal(again.unchanged, streams.length, JSON.stringify(again))
  console.log(`import: ${before} products before the disk was full, ${streams.length} after it was run again`)
}

const started = async () => {
  const child = spawn(process.execPath, ["bin/node.mjs", "src/main.ts", "serve"], { env })
  let out = ""
  let log = ""
  child.stdout.on("data", (chunk) => (out += chunk.toString()))
  child.stderr.on("data", (chunk) => (log += chunk.toString()))
  const ended = new Promise((resolve) => child.on("exit", resolve))
  while (!out.includes("Ready.")) {
    assert.equal(child.exitCode, null, log)
    await pause(50)
  }
  const url = /listens on (http:\S+)/.exec(out)?.[1] ?? ""
  const stop = async () => {
    child.kill("SIGTERM")
    assert.equal(await ended, 0, log)
  }
  return { url, stop, log: () => log }
}

/** Asks for that long, 50 times a second; how often there was which status. */
const load = async (url, key, ms) => {
  const counts = new Map()
  for (const end = Date.now() + ms; Date.now() < end; await pause(20)) {
    const response = await fetch(`${url}/v1/search?q=milk`, { headers: { "x-api-key": key } })
    await response.arrayBuffer()
    counts.set(response.status, (counts.get(response.status) ?? 0) + 1)
  }
  return counts
}

const usesOf = (keyId) =>
  events("--type", "UsageRecorded")
    .filter(({ stream }) => String(stream).startsWith(`usage-${keyId}-`))
    .flatMap(({ data }) => {
      const { entries, lease } = JSON.parse(JSON.stringify(data))
      return entries.map(({ n }) => `${lease}/${n}`)
    })

const aFullDiskDuringMetering = async () => {
  const { key, key_id: keyId } = JSON.parse(fooddata("key", "issue", "--plan", "business", "--json").stdout)
  const service = await started()
  const loads = [await load(service.url, key, 1_000)]
  fill()
  loads.push(await load(service.url, key, 4_000))
  free()
  await pause(2_000)
  loads.push(await load(service.url, key, 1_000))
  await service.stop()
  const [before, full, after] = loads
  for (const counts of loads) assert.ok([...counts.keys()].every((status) => status === 200 || status === 503))
  assert.ok((full?.get(503) ?? 0) > 0, "what cannot be counted is refused")
  assert.ok(!before?.has(503) && !after?.has(503), "with space all is served, without a restart")
  assert.doesNotMatch(service.log(), /"level":"(?:ERROR|FATAL)"/)

  const again = await started()
  const uses = usesOf(keyId)
  const answered = loads.reduce((sum, counts) => sum + (counts.get(200) ?? 0), 0)
  const refused = full?.get(503) ?? 0
  assert.equal(new Set(uses).size, uses.length, "each use once")
  assert.ok(uses.length >= answered && uses.length <= answered + refused, `${uses.length} uses of ${answered} answers`)
  const me = await fetch(`${again.url}/v1/me`, { headers: { "x-api-key": key } })
  assert.equal(JSON.parse(await me.text()).requests_today, uses.length)
  await again.stop()
  console.log(`metering: ${answered} answered, ${refused} refused while the disk was full, ${uses.length} recorded`)
}

const phases = { "import-fails": anImportFails, "import-again": theImportIsRunAgain, metering: aFullDiskDuringMetering }
await phases[process.argv[3]]()
