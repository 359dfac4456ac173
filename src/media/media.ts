import type { Box, Card, CardFormat, FileFacts, Hint, Picture, Work } from './work.ts'
import { type WorkerLimits, WorkerProcess, type WorkerProgram } from './worker-process.ts'

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

/** Pictures are many, and what takes longer is shown as a card. */
const PICTURE_LIMITS: WorkerLimits = { timeoutMs: 10_000, idleMs: 30_000 }

/**
 * Reads facts from files and makes small pictures of them, each in a process of its own, so that a picture
 * that takes long does not hold up who asks what a file is. Nothing is started before the first question.
 */
export class Media {
  readonly #reader: WorkerProcess
  readonly #painter: WorkerProcess

  constructor(program: WorkerProgram, limits: Partial<WorkerLimits> = {}) {
    this.#reader = new WorkerProcess(program, { ...LIMITS, ...limits })
    this.#painter = new WorkerProcess(program, { ...PICTURE_LIMITS, ...limits })
  }

  /** Called when the program cannot run here, so that every file is unreadable and every picture blank. */
  set onUnfit(listener: () => void) {
    this.#reader.onUnfit = listener
    this.#painter.onUnfit = listener
  }

  /** What a file is and measures; a file that cannot be read, or not in time, is not readable. */
  async readFacts(path: string, hint: Hint): Promise<FileFacts> {
    const detected = await this.#read('detect', { path, hint })
    const mediaType = detected?.answer ?? hint.mediaType ?? 'application/octet-stream'
    if (!detected?.answer) return unreadable(mediaType)
    const measured = await this.#read('measure', { path, mediaType })
    return measured?.answer ?? unreadable(mediaType)
  }

  /** A small picture of a picture; undefined when there is nothing to show: too large, damaged, no picture. */
  async makePicture(path: string, box: Box): Promise<Picture | undefined> {
    return (await this.tryPicture(path, box))?.answer
  }

  /** The same, told apart from a process that has not answered this time. */
  tryPicture(path: string, box: Box): Promise<{ answer: Picture | undefined } | undefined> {
    return this.#painter.tryToAsk('picture', { path, box })
  }

  /** A drawn card for what has no picture; the same for the same card, box and format. */
  async makeCard(card: Card, box: Box, format: CardFormat = 'png'): Promise<Picture> {
    return (await this.#painter.ask('card', { card, box, format })) ?? BLANK
  }

  /** Ends the processes. */
  async close(): Promise<void> {
    await Promise.all([this.#reader.close(), this.#painter.close()])
  }

  /** Asked twice when the process has ended meanwhile: that need not have been the fault of this file. */
  async #read<K extends 'detect' | 'measure'>(kind: K, given: Work[K]['given']) {
    return (await this.#reader.tryToAsk(kind, given)) ?? (await this.#reader.tryToAsk(kind, given))
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
