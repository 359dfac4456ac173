import { constants, createReadStream } from 'node:fs'
import { copyFile, open } from 'node:fs/promises'

const CHUNK_BYTES = 1_048_576

/** Flushed in small steps, because a flush of any file waits for the unflushed pages of others. */
const FLUSH_BYTES = 16 * CHUNK_BYTES

/** Copies a large file while other calls run; at once where the file system can share its blocks. */
export const copyInSteps = async (from: string, to: string): Promise<void> => {
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE_FORCE)
  } catch {
    await write(to, createReadStream(from, { highWaterMark: CHUNK_BYTES }))
  }
}

/** Writes many bytes into a new file while other calls run. */
export const writeInSteps = (bytes: Uint8Array, to: string): Promise<void> =>
  write(to, chunksOf(bytes))

function* chunksOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES)
    yield bytes.subarray(start, start + CHUNK_BYTES)
}

const write = async (
  path: string,
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<void> => {
  const handle = await open(path, 'w', 0o600)
  try {
    let unflushed = 0
    for await (const chunk of chunks) {
      await handle.writeFile(chunk)
      unflushed += chunk.length
      if (unflushed < FLUSH_BYTES) continue
      await handle.datasync()
      unflushed = 0
    }
    await handle.datasync()
  } finally {
    await handle.close()
  }
}
