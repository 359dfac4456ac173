import type { Box, Card, CardFormat, FileFacts, Hint, Picture } from './work.ts'
import { type WorkerLimits, WorkerProcess } from './worker-process.ts'

export type { Box, Card, CardFormat, FileFacts, Picture } from './work.ts'

const LIMITS: WorkerLimits = { timeoutMs: 20_000, idleMs: 30_000 }

/** Answered instead of a card when there is no worker to draw one: one transparent pixel. */
const BLANK: Picture = {
  bytes: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  ),
  mediaType: 'image/png',
  width: 1,
  height: 1,
}

/** Reads facts from files and makes small pictures of them; nothing is started before the first question. */
export class Media {
  readonly #worker: WorkerProcess

  constructor(workerFile: string, limits: Partial<WorkerLimits> = {}) {
    this.#worker = new WorkerProcess(workerFile, { ...LIMITS, ...limits })
  }

  /** What a file is and measures; a file that cannot be read, or not in time, is not readable. */
  async readFacts(path: string, hint: Hint): Promise<FileFacts> {
    const mediaType = await this.#worker.ask('detect', { path, hint })
    if (mediaType === undefined) return unreadable('application/octet-stream')
    return (await this.#worker.ask('measure', { path, mediaType })) ?? unreadable(mediaType)
  }

  /** A small picture of a picture; undefined when there is nothing to show: too large, damaged, no picture. */
  makePicture(path: string, box: Box): Promise<Picture | undefined> {
    return this.#worker.ask('picture', { path, box })
  }

  /** A drawn card for what has no picture; the same for the same card, box and format. */
  async makeCard(card: Card, box: Box, format: CardFormat = 'png'): Promise<Picture> {
    return (await this.#worker.ask('card', { card, box, format })) ?? BLANK
  }

  /** Ends the worker. */
  close(): Promise<void> {
    return this.#worker.close()
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
