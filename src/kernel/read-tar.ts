import { LIMITS } from '../limits.ts'
import {
  BLOCK_BYTES,
  paddingOf,
  readHeader,
  readPax,
  TarError,
  type TarHeader,
} from './tar-format.ts'

/** One entry of an archive; content that is not read before the next entry is skipped. */
export interface TarEntry extends TarHeader {
  content: AsyncIterable<Uint8Array>
}

/** Reads bytes of any number from chunks. */
class ByteReader {
  readonly #source: AsyncIterator<Uint8Array>
  #rest: Uint8Array = Buffer.alloc(0)

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  /** The next bytes, at most `max`; empty at the end. */
  async some(max: number): Promise<Uint8Array> {
    while (this.#rest.length === 0) {
      const next = await this.#source.next()
      if (next.done) return this.#rest
      this.#rest = next.value
    }
    const taken = this.#rest.subarray(0, max)
    this.#rest = this.#rest.subarray(taken.length)
    return taken
  }

  /** The next `size` bytes; empty at the end. */
  async exactly(size: number): Promise<Buffer> {
    const chunks: Uint8Array[] = []
    let missing = size
    while (missing > 0) {
      const chunk = await this.some(missing)
      if (chunk.length === 0) break
      chunks.push(chunk)
      missing -= chunk.length
    }
    if (missing > 0 && missing < size) throw new TarError('it is cut')
    return Buffer.concat(chunks)
  }

  /** Releases the source. */
  async end(): Promise<void> {
    await this.#source.return?.()
  }
}

/**
 * The entries of an archive, one after the other as they arrive. A violation of the format throws as soon as it is
 * read.
 */
export async function* readTar(source: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  const reader = new ByteReader(source)
  let otherBytes = 0
  let said: Partial<TarHeader> = {}
  try {
    for (;;) {
      const block = await reader.exactly(BLOCK_BYTES)
      if (block.length === 0) return
      const header = readHeader(block)
      const isEntry = header && !ABOUT_NEXT.has(header.type)
      if (!isEntry) otherBytes += BLOCK_BYTES + (header?.size ?? 0)
      if (otherBytes > LIMITS.archiveOtherBytes.max) throw new TarError('its headers are too long')
      if (!header) continue
      if (!isEntry) {
        said = { ...said, ...(await readAbout(header, reader)) }
        continue
      }
      const entry = { ...header, ...said }
      said = {}
      yield* one(entry, reader)
    }
  } finally {
    await reader.end()
  }
}

const ABOUT_NEXT: ReadonlySet<string> = new Set(['pax', 'global pax', 'long name', 'long link'])

async function* one(header: TarHeader, reader: ByteReader): AsyncGenerator<TarEntry> {
  const size = header.type === 'directory' ? 0 : header.size
  let left = size
  async function* content(): AsyncGenerator<Uint8Array> {
    while (left > 0) {
      const chunk = await reader.some(left)
      if (chunk.length === 0) throw new TarError('it is cut')
      left -= chunk.length
      yield chunk
    }
  }
  yield { ...header, size, content: content() }
  for await (const _ of content());
  await padding(size, reader)
}

const readAbout = async (
  { type, size }: TarHeader,
  reader: ByteReader,
): Promise<Partial<TarHeader>> => {
  const content = await reader.exactly(size)
  if (content.length < size) throw new TarError('it is cut')
  await padding(size, reader)
  if (type === 'pax') return readPax(content)
  if (type === 'long name') return { name: content.toString('utf8').split('\0')[0] ?? '' }
  return {}
}

const padding = async (size: number, reader: ByteReader): Promise<void> => {
  const wanted = paddingOf(size)
  if ((await reader.exactly(wanted)).length < wanted) throw new TarError('it is cut')
}
