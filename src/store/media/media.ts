import { refuse } from '../../contract/errors/refusals.ts'
import { LIMITS } from '../../kernel/limits.ts'
import { remember } from '../../kernel/lists.ts'
import { WorkQueue } from '../../kernel/work-queue.ts'
import { PIXELS } from './pixels.ts'
import {
  type Box,
  type CardFormat,
  type FileFacts,
  type Given,
  type Hint,
  noFacts,
  type Picture,
  type Work,
} from './work.ts'
import { type WorkerLimits, WorkerProcess, type WorkerProgram } from './worker-process.ts'

export type { Box, CardFormat, FileFacts, Hint, Picture } from './work.ts'

export interface Asker {
  signal?: AbortSignal
}

/** The caller of a query about a file; if reading a digest failed, its file is not read again. */
export interface FileAsker extends Asker {
  digest?: string
}

const DEFAULTS: WorkerLimits = {
  timeoutMs: LIMITS.fileMs.max,
  idleMs: 30_000,
  maxResidentBytes: LIMITS.fileMemoryBytes.max,
}

const BLANK: Picture = {
  bytes: PIXELS.png,
  mediaType: 'image/png',
  width: 1,
  height: 1,
}

/** Reads facts from files and creates thumbnails, in one separate process, first come, first served. */
export class Media {
  readonly #process: WorkerProcess
  readonly #maxWaiting: number
  readonly #queue = new WorkQueue()
  readonly #failed = new Map<string, true>()
  readonly #measured = new Map<string, FileFacts>()
  #isClosed = false

  constructor(
    program: WorkerProgram,
    {
      maxWaiting = LIMITS.waitingFiles.max,
      ...limits
    }: Partial<WorkerLimits> & { maxWaiting?: number } = {},
  ) {
    this.#process = new WorkerProcess(program, { ...DEFAULTS, ...limits })
    this.#maxWaiting = maxWaiting
  }

  get worker(): Pick<WorkerProcess, 'isRunning' | 'starts' | 'failures'> {
    return this.#process
  }

  /** Called when the program cannot run here, so that every file is unreadable and every picture blank. */
  set onUnavailable(listener: () => void) {
    this.#process.onUnavailable = listener
  }

  /** The type and facts of a file; a file that cannot be read in time is not readable. */
  readFacts(path: string, hint: Hint, { digest, signal }: FileAsker = {}): Promise<FileFacts> {
    return this.#inTurn(signal, async () => {
      const detected = (await this.#ask('detect', { path, hint }, digest))?.answer
      const mediaType = detected ?? hint.mediaType ?? 'application/octet-stream'
      if (detected === undefined) return noFacts(mediaType, false)
      const key = digest && `${digest} ${mediaType}`
      const known = key && this.#measured.get(key)
      if (known) return known
      signal?.throwIfAborted()
      const facts = (await this.#ask('measure', { path, mediaType }, digest))?.answer
      if (facts && key) remember(this.#measured, key, facts, LIMITS.readFiles.max)
      return facts ?? noFacts(mediaType, false)
    })
  }

  /** A small picture of a file: none when it is too large, damaged or not a picture; undefined when the process did not answer. */
  tryPicture(
    path: string,
    box: Box,
    { digest, signal }: FileAsker = {},
  ): Promise<Answer<'picture'>> {
    return this.#inTurn(signal, () => this.#ask('picture', { path, box }, digest))
  }

  /** A card for a file without a picture; the same bytes for the same kind, box and format. */
  async makeCard(
    kind: string,
    box: Box,
    format: CardFormat = 'png',
    { signal }: Asker = {},
  ): Promise<Picture> {
    const made = await this.#inTurn(signal, () => this.#ask('card', { kind, box, format }))
    return made?.answer ?? BLANK
  }

  /** Ends the process; waiting and later questions get no answer. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#process.close()
  }

  /** Runs when all earlier work is done. Rejects if too much work is waiting, or the caller has left. */
  async #inTurn<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    if (this.#queue.waiting >= this.#maxWaiting) throw refuse.busyFiles()
    return this.#queue.run(work, signal)
  }

  /** Undefined when there is no answer. Asks again when the process has ended, because another file may be the cause. */
  async #ask<K extends keyof Work>(kind: K, given: Given<K>, digest?: string): Promise<Answer<K>> {
    const subject = digest && `${kind} ${digest}`
    if (subject && this.#failed.has(subject)) return undefined
    for (let attempt = 1; attempt <= 2 && !this.#isClosed; attempt += 1) {
      const outcome = await this.#process.exchange({ kind, given })
      if (typeof outcome === 'object') return outcome as Answer<K>
      const isLast = attempt === 2 && outcome === 'ended'
      if (subject && !this.#isClosed && (isLast || outcome === 'late'))
        remember(this.#failed, subject, true, LIMITS.failedFiles.max)
      if (outcome === 'late') return undefined
    }
    return undefined
  }
}

type Answer<K extends keyof Work> = { answer: Work[K]['answer'] | undefined } | undefined
