import { LIMITS } from '../limits.ts'
import { BoundedMap } from './bounded-map.ts'
import type { Box, CardFormat, FileFacts, Hint, Picture } from './work.ts'
import { type Ask, type Asker, type PoolOptions, WorkerPool } from './worker-pool.ts'
import type { WorkerProgram } from './worker-process.ts'

export type { Box, CardFormat, FileFacts, Picture } from './work.ts'
export type { Asker } from './worker-pool.ts'

/** The asker of a question about a file; the digest lets equal work be shared, and work that failed be skipped. */
export interface FileAsker extends Asker {
  digest?: string
}

/** One reader for a slow file and one for all others; more would share the same two cores. */
const READERS = 2

/** One transparent pixel, the substitute for a card when no worker can run. */
const BLANK: Picture = {
  bytes: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  ),
  mediaType: 'image/png',
  width: 1,
  height: 1,
}

/**
 * Reads facts from files and makes small pictures of them, in processes of their own, so that a picture
 * that takes long does not delay questions about a file. No process is started before the first question.
 */
export class Media {
  readonly #readers: WorkerPool
  readonly #painter: WorkerPool
  readonly #measured = new BoundedMap<string, FileFacts>(LIMITS.readFiles.max)

  constructor(program: WorkerProgram, options: PoolOptions = {}) {
    this.#readers = new WorkerPool(program, { processes: READERS, ...options })
    this.#painter = new WorkerPool(program, options)
  }

  /** Called when the program cannot run here, so that every file is unreadable and every picture blank. */
  set onUnavailable(listener: () => void) {
    this.#readers.onUnavailable = listener
    this.#painter.onUnavailable = listener
  }

  /** The type and facts of a file; a file that cannot be read in time is not readable. */
  readFacts(path: string, hint: Hint, { digest, ...asker }: FileAsker = {}): Promise<FileFacts> {
    const key = digest && JSON.stringify([digest, hint.name, hint.mediaType])
    return this.#readers.take({ key, subject: digest }, asker, async (ask) => {
      const detected = await ask('detect', { path, hint })
      const mediaType = detected?.answer ?? hint.mediaType ?? 'application/octet-stream'
      if (!detected?.answer) return unreadable(mediaType)
      return this.#measure(ask, { path, mediaType }, digest)
    })
  }

  /** A small picture of a file; undefined when it is too large, damaged or not a picture. */
  async makePicture(path: string, box: Box): Promise<Picture | undefined> {
    return (await this.tryPicture(path, box))?.answer
  }

  /** The same, but distinguishes a missing picture from a process that did not answer. */
  tryPicture(
    path: string,
    box: Box,
    { digest, ...asker }: FileAsker = {},
  ): Promise<{ answer: Picture | undefined } | undefined> {
    const key = digest && `${digest} ${box.width}x${box.height}`
    return this.#painter.ask('picture', { path, box }, { key, subject: key }, asker)
  }

  /** A card for a file without a picture; the same bytes for the same kind, box and format. */
  async makeCard(
    kind: string,
    box: Box,
    format: CardFormat = 'png',
    asker: Asker = {},
  ): Promise<Picture> {
    const key = JSON.stringify([kind, box, format])
    const made = await this.#painter.ask('card', { kind, box, format }, { key }, asker)
    return made?.answer ?? BLANK
  }

  /** Ends the processes. */
  async close(): Promise<void> {
    await Promise.all([this.#readers.close(), this.#painter.close()])
  }

  /** Measures a file once for each digest and type. */
  async #measure(
    ask: Ask,
    file: { path: string; mediaType: string },
    digest: string | undefined,
  ): Promise<FileFacts> {
    const key = digest && `${digest} ${file.mediaType}`
    const known = key && this.#measured.get(key)
    if (known) return known
    const facts = (await ask('measure', file))?.answer
    if (facts && key) this.#measured.set(key, facts)
    return facts ?? unreadable(file.mediaType)
  }
}

const unreadable = (mediaType: string): FileFacts => ({
  mediaType,
  width: null,
  height: null,
  orientation: 1,
  durationMs: null,
  wordNum: null,
  isReadable: false,
})
