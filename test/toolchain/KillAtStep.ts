import fs from "node:fs"
import { syncBuiltinESMExports } from "node:module"
import process from "node:process"

// Loaded before the program: kills it before the nth time that it opens, syncs or renames a file of the folder.
const folder = process.env["KILL_FOLDER"] ?? ""
let left = Number(process.env["KILL_AT_STEP"])

const isOfFolder = (path: unknown): boolean => typeof path === "string" && path.startsWith(folder)
const descriptors = new Set<number>()

const step = () => {
  left--
  if (left === 0) process.kill(process.pid, "SIGKILL")
}

const { closeSync, fsyncSync, openSync, renameSync } = fs
fs.openSync = (...args) => {
  const isOurs = isOfFolder(args[0])
  if (isOurs) step()
  const descriptor = openSync(...args)
  if (isOurs) descriptors.add(descriptor)
  return descriptor
}
fs.closeSync = (descriptor) => {
  descriptors.delete(descriptor)
  closeSync(descriptor)
}
fs.fsyncSync = (descriptor) => {
  if (descriptors.has(descriptor)) step()
  fsyncSync(descriptor)
}
fs.renameSync = (from, to) => {
  if (isOfFolder(from)) step()
  renameSync(from, to)
}
syncBuiltinESMExports()
