import { InvalidDataError } from '../../contract/errors/invalid-data-error.ts'
import { LIMITS } from '../../kernel/limits.ts'
import { WorkQueue } from '../../kernel/work-queue.ts'
import { WorkerProcess, type WorkerProgram } from '../../store/media/worker-process.ts'
import type { SeedFolder } from '../read-seed.ts'
import type { NeededSeedFiles } from '../seed-files.ts'
import type { CheckedDatabase, DatabaseToCheck } from './check-database.ts'
import type { SeedToBuild } from './seed-jobs.ts'

export interface Jobs {
  'check-database': { given: DatabaseToCheck; answer: CheckedDatabase }
  'read-seed': { given: SeedFolder; answer: NeededSeedFiles }
  'build-seed': { given: SeedToBuild; answer: null }
}

export type Job = { [K in keyof Jobs]: { kind: K; given: Jobs[K]['given'] } }[keyof Jobs]

/** The message of the process; a `summary` quotes no file, and `failed` is an error that the input did not cause. */
export type JobOutcome =
  | { answer: unknown }
  | { refused: { message: string; summary: string } }
  | { failed: string; code: string | undefined }

/** A job timed out, or its process ended without an answer. */
export class JobEndedError extends Error {
  override name = 'JobEndedError'
}

/**
 * Works on whole databases in separate processes, one for each job: SQLite is synchronous and would block
 * the event loop, and native code cannot be ended in a thread.
 */
export class DatabaseJobs {
  readonly #program: WorkerProgram
  readonly #timeoutMs: number
  readonly #running = new Set<WorkerProcess>()
  readonly #queue = new WorkQueue(LIMITS.databaseJobs.max)
  #isClosed = false

  constructor(program: WorkerProgram, timeoutMs = LIMITS.databaseJobMs.max) {
    this.#program = program
    this.#timeoutMs = timeoutMs
  }

  /** Queues a job; its refusal is thrown as an InvalidDataError. */
  run<K extends keyof Jobs>(
    kind: K,
    given: Jobs[K]['given'],
    signal?: AbortSignal,
  ): Promise<Jobs[K]['answer']> {
    return this.#queue.run(async () => {
      signal?.throwIfAborted()
      if (this.#isClosed) throw new JobEndedError('the server is stopping')
      return (await this.#exchange({ kind, given }, signal)) as Jobs[K]['answer']
    })
  }

  close(): void {
    this.#isClosed = true
    for (const worker of this.#running) worker.end()
  }

  async #exchange(job: object, signal: AbortSignal | undefined): Promise<unknown> {
    const limits = { timeoutMs: this.#timeoutMs, idleMs: 0, maxResidentBytes: Infinity }
    const worker = new WorkerProcess(this.#program, limits)
    const end = (): void => worker.end()
    this.#running.add(worker)
    signal?.addEventListener('abort', end)
    try {
      const outcome = await worker.exchange(job)
      if (typeof outcome === 'object') return readOutcome(outcome.answer as JobOutcome)
      throw new JobEndedError(
        outcome === 'late'
          ? `it was not done within ${this.#timeoutMs} ms`
          : 'the process that does it has ended',
      )
    } finally {
      signal?.removeEventListener('abort', end)
      this.#running.delete(worker)
      worker.end()
    }
  }
}

const readOutcome = (outcome: JobOutcome): unknown => {
  if ('answer' in outcome) return outcome.answer
  if ('failed' in outcome) throw Object.assign(new Error(outcome.failed), { code: outcome.code })
  const { message, summary } = outcome.refused
  throw new InvalidDataError(message, { summary })
}
