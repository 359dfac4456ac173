import { refuse } from '../errors/refusals.ts'
import { LIMITS } from '../limits.ts'
import { BoundedMap } from './bounded-map.ts'
import { SharedWork } from './shared-work.ts'
import { type TurnLimits, Turns } from './turns.ts'
import type { Work } from './work.ts'
import {
  type Outcome,
  type WorkerLimits,
  WorkerProcess,
  type WorkerProgram,
} from './worker-process.ts'

/** The asker of a question: the workspace whose turn is used, and the signal that ends the question. */
export interface Asker {
  workspace?: string
  signal?: AbortSignal
}

/** The topic of a question: work of the same key is shared, and a subject that ended its process is not tried again. */
export interface Topic {
  key?: string | undefined
  subject?: string | undefined
}

/** Asks a process; undefined when it has not answered. */
export type Ask = <K extends keyof Work>(
  kind: K,
  given: Work[K]['given'],
) => Promise<{ answer: Work[K]['answer'] | undefined } | undefined>

/** Options of a pool, with defaults. */
export interface PoolOptions extends Partial<WorkerLimits> {
  processes?: number
  waiting?: TurnLimits
}

const WAITING: TurnLimits = {
  perOwner: LIMITS.waitingFiles.max,
  inAll: LIMITS.waitingFilesInAll.max,
}

const DEFAULTS: WorkerLimits = {
  timeoutMs: LIMITS.fileMs.max,
  idleMs: 30_000,
  abandonedMs: LIMITS.abandonedFileMs.max,
  maxResidentBytes: LIMITS.fileMemoryBytes.max,
}

/** Outcomes that another file may have caused: the process had crashed, or kept its memory. */
const ENDINGS: ReadonlySet<Outcome['kind']> = new Set(['crashed', 'oversized', 'unstarted'])

/** Outcomes that a file has caused. */
const FAILURES: ReadonlySet<Outcome['kind']> = new Set(['late', 'oversized', 'crashed'])

interface Job {
  readonly id: unknown
  run(process: WorkerProcess): Promise<void>
  /** Rejects the caller; has no effect after an answer. */
  fail(error: unknown): void
}

/**
 * A few processes that open untrusted files, with fair turns between workspaces: one
 * turn of a workspace at a time, so that slow files of one do not hold up the others.
 */
export class WorkerPool {
  readonly #processes: readonly WorkerProcess[]
  /** Processes without a turn; the one used last is taken first, so that the others can end. */
  readonly #free: WorkerProcess[]
  readonly #turns: Turns<Job>
  readonly #shared = new SharedWork()
  readonly #waiting = new Map<unknown, Job>()
  readonly #failed = new BoundedMap<string, true>(LIMITS.failedFiles.max)
  #isClosed = false

  constructor(
    program: WorkerProgram,
    { processes = 1, waiting = WAITING, ...limits }: PoolOptions = {},
  ) {
    this.#processes = Array.from(
      { length: processes },
      () => new WorkerProcess(program, { ...DEFAULTS, ...limits }),
    )
    this.#free = [...this.#processes].reverse()
    this.#turns = new Turns(waiting)
  }

  /** Called once when the program cannot run here. */
  set onUnavailable(listener: () => void) {
    for (const process of this.#processes) process.onUnavailable = listener
  }

  /** Does work in a turn of the asker. Rejects when the queue is full or the asker is gone. */
  take<T>(
    { key, subject }: Topic,
    { workspace = '', signal }: Asker,
    work: (ask: Ask) => Promise<T>,
  ): Promise<T> {
    const id = key ?? Symbol('unshared')
    // Work that waits for another workspace can be done in a turn of this one.
    const waiting = this.#waiting.get(id)
    if (waiting) this.#turns.add(workspace, waiting)
    return this.#shared.join(id, signal, (gone) =>
      this.#queue(id, workspace, gone, (process) => work(this.#askOf(process, subject, gone))),
    )
  }

  /** Asks one question in a turn of its own; undefined when there is no answer. */
  ask<K extends keyof Work>(
    kind: K,
    given: Work[K]['given'],
    topic: Topic = {},
    asker: Asker = {},
  ): Promise<{ answer: Work[K]['answer'] | undefined } | undefined> {
    return this.take(topic, asker, (ask) => ask(kind, given))
  }

  /** Ends the processes; waiting and later questions get no answer. */
  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all(this.#processes.map((process) => process.close()))
  }

  #queue<T>(
    id: unknown,
    workspace: string,
    gone: AbortSignal,
    work: (process: WorkerProcess) => Promise<T>,
  ): Promise<T> {
    return new Promise((resolve, reject) => {
      const job: Job = {
        id,
        run: (process) => work(process).then(resolve).catch(reject),
        fail: reject,
      }
      if (!this.#turns.add(workspace, job)) {
        reject(refuse.busyFiles())
        return
      }
      this.#waiting.set(id, job)
      gone.addEventListener('abort', () => {
        this.#turns.remove(job)
        this.#forget(job)
        reject(gone.reason)
      })
      this.#begin()
    })
  }

  #begin(): void {
    for (;;) {
      const process = this.#free.at(-1)
      const turn = process && this.#turns.next()
      if (!turn) return
      this.#free.pop()
      this.#forget(turn.item)
      this.#run(process, turn.owner, turn.item).catch(turn.item.fail)
    }
  }

  #forget(job: Job): void {
    if (this.#waiting.get(job.id) === job) this.#waiting.delete(job.id)
  }

  /** Never rejects: a job passes its error to its caller. */
  async #run(process: WorkerProcess, owner: string, job: Job): Promise<void> {
    const startedAt = performance.now()
    await job.run(process)
    this.#turns.release(owner, performance.now() - startedAt)
    this.#free.push(process)
    this.#begin()
  }

  #askOf(process: WorkerProcess, subject: string | undefined, gone: AbortSignal): Ask {
    return async (kind, given) => {
      const memory = subject === undefined ? undefined : `${kind} ${subject}`
      if (memory !== undefined && this.#failed.has(memory)) return undefined
      const { kind: ended, ...answered } = await this.#exchange(process, { kind, given }, gone)
      if (memory !== undefined && FAILURES.has(ended)) this.#failed.set(memory, true)
      return ended === 'answered' ? (answered as { answer: never }) : undefined
    }
  }

  /** Asks again when the process has ended meanwhile, because another file may be the cause. */
  async #exchange(process: WorkerProcess, question: object, gone: AbortSignal): Promise<Outcome> {
    const isOver = (): boolean => this.#isClosed || gone.aborted
    if (isOver()) return { kind: 'abandoned' }
    const outcome = await process.exchange(question, gone)
    if (ENDINGS.has(outcome.kind) && !isOver()) return process.exchange(question, gone)
    return outcome.kind === 'crashed' && isOver() ? { kind: 'abandoned' } : outcome
  }
}
