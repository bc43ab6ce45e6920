import { open } from "node:fs/promises"

/** The first bytes of a file, fewer where it is shorter, one character each: enough to tell its form. Rejects as `open` does. */
export const firstBytes = async (path: string, count: number): Promise<string> => {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(count), 0, count, 0)
    return buffer.toString("latin1", 0, bytesRead)
  } finally {
    await file.close()
  }
}
