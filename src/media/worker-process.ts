import { type ChildProcess, fork } from 'node:child_process'
import { type EventEmitter, once } from 'node:events'
import { readFileSync } from 'node:fs'

/** The program of the worker, and the environment that it is started with. */
export interface WorkerProgram {
  file: string
  environment: Record<string, string>
  /** Starts the process; without it, `forkWorker` does. */
  start?: (program: WorkerProgram) => WorkerChild
}

/** The part of a child process that its owner uses. */
export interface WorkerChild extends EventEmitter {
  readonly channel?: { ref(): void; unref(): void } | null | undefined
  readonly killed: boolean
  readonly pid?: number | undefined
  readonly signalCode: NodeJS.Signals | null
  kill(signal: NodeJS.Signals): boolean
  send(question: object, onSent: (error: Error | null) => void): boolean
  ref(): void
  unref(): void
}

/** Bounds of one worker process. */
export interface WorkerLimits {
  /** Time for one answer. */
  timeoutMs: number
  /** Time without a question after which the process ends. */
  idleMs: number
  /** Time for an answer after its caller is gone. */
  abandonedMs: number
  /** Resident memory during a question; native code is in it. */
  maxResidentBytes: number
}

/**
 * The outcome of a question: an answer, or none because the process timed out, had too much memory, ended after
 * or before the question, could not be sent it, or was ended because the caller is gone.
 */
export type Outcome =
  | { kind: 'answered'; answer: unknown }
  | { kind: 'late' | 'oversized' | 'crashed' | 'unstarted' | 'unsendable' | 'abandoned' }

interface Running {
  child: WorkerChild
  /** True after its first message, which means that it can run; false when it ended before. */
  ready: Promise<boolean>
  /** Aborted when the process has ended. */
  ended: AbortSignal
}

/** Bounds the heap; pixels and buffers lie outside it and are bounded by `maxResidentBytes`. */
const EXEC_ARGV = ['--max-old-space-size=512']

/** The time for a start, which does not count as time of a file. */
const START_MS = 20_000

/**
 * The process that opens untrusted files, started with the first question and ended when idle. It
 * is a process and not a thread, because decoders are native code: one that hangs cannot be stopped
 * in a thread, holds up every file access of the server and its end, and one that crashes takes the
 * server with it.
 */
export class WorkerProcess {
  readonly #program: WorkerProgram
  readonly #limits: WorkerLimits
  /** Called once when the program has ended by itself before it was ready: it cannot run here. */
  onUnavailable: (() => void) | undefined
  #running: Running | undefined
  #idle: NodeJS.Timeout | undefined
  /** Every process that has not ended yet, including killed ones. */
  readonly #alive = new Set<Running>()

  constructor(program: WorkerProgram, limits: WorkerLimits) {
    this.#program = program
    this.#limits = limits
  }

  /** Asks a question, one at a time; `gone` is aborted when the answer is no longer needed. Never rejects. */
  async exchange(question: object, gone?: AbortSignal): Promise<Outcome> {
    const running = this.#running ?? this.#start()
    if (!running) return { kind: 'unstarted' }
    this.#hold(running)
    try {
      if (!(await running.ready) || running.ended.aborted) return { kind: 'unstarted' }
      return gone?.aborted ? { kind: 'abandoned' } : await this.#send(question, running, gone)
    } finally {
      this.#release(running)
    }
  }

  /** Ends the process, and waits until it has ended. */
  async close(): Promise<void> {
    const ending = [...this.#alive]
    for (const running of ending) this.#end(running)
    // Idle processes keep no program alive: one with nothing else to do would end here, with code 0.
    const waiting = setInterval(() => undefined, WAITING_MS)
    await Promise.all(ending.map(({ ended }) => (ended.aborted ? undefined : once(ended, 'abort'))))
    clearInterval(waiting)
  }

  #send(
    question: object,
    running: Running,
    gone: AbortSignal | undefined,
  ): Promise<Exclude<Outcome, { kind: 'unstarted' }>> {
    const { child, ended } = running
    return new Promise((resolve) => {
      const over = new AbortController()
      let grace: NodeJS.Timeout | undefined
      const finish = (outcome: Exclude<Outcome, { kind: 'unstarted' }>): void => {
        clearTimeout(deadline)
        clearTimeout(grace)
        clearInterval(looks)
        over.abort()
        child.off('message', take)
        resolve(outcome)
      }
      const cut = (kind: 'late' | 'oversized' | 'crashed' | 'abandoned'): void => {
        this.#end(running)
        finish({ kind })
      }
      const take = (message: unknown): void =>
        finish({ kind: 'answered', answer: (message as { answer?: unknown }).answer })
      const deadline = setTimeout(cut, this.#limits.timeoutMs, 'late')
      const looks = setInterval(() => {
        if (residentBytes(child.pid) > this.#limits.maxResidentBytes) cut('oversized')
      }, LOOK_MS)
      const whenGone = (): void => {
        grace = setTimeout(cut, this.#limits.abandonedMs, 'abandoned')
      }
      child.on('message', take)
      ended.addEventListener('abort', () => cut('crashed'), { signal: over.signal })
      gone?.addEventListener('abort', whenGone, { signal: over.signal })
      try {
        child.send(question, (error) => error && cut('crashed'))
      } catch {
        // A value that cannot be cloned was never sent; the process is unaffected.
        finish({ kind: 'unsendable' })
      }
    })
  }

  #start(): Running | undefined {
    const child = this.#fork()
    if (!child) return undefined
    const ending = new AbortController()
    const running = { child, ready: isReady(child, ending.signal), ended: ending.signal }
    this.#running = running
    this.#alive.add(running)
    const deadline = setTimeout(() => this.#end(running), START_MS)
    const judge = (isFit: boolean): void => {
      clearTimeout(deadline)
      if (!isFit) this.#judgeEnd(child)
    }
    running.ready.then(judge).catch(() => this.#end(running))
    for (const event of ['exit', 'error'])
      child.on(event, () => {
        this.#alive.delete(running)
        this.#end(running)
        ending.abort()
      })
    return running
  }

  #fork(): WorkerChild | undefined {
    try {
      // Output of native code about a damaged file is dropped, because the answer reports it.
      const { start = forkWorker } = this.#program
      return start(this.#program)
    } catch {
      return undefined
    }
  }

  /** Reports a program that cannot run; a process killed before it was ready is not evidence of that. */
  #judgeEnd({ killed, signalCode }: WorkerChild): void {
    if (killed || signalCode === 'SIGKILL') return
    this.onUnavailable?.()
    this.onUnavailable = undefined
  }

  #end(running: Running): void {
    if (this.#running === running) {
      this.#running = undefined
      clearTimeout(this.#idle)
    }
    running.child.kill('SIGKILL')
  }

  /** Keeps the server alive while a question is open. */
  #hold({ child }: Running): void {
    clearTimeout(this.#idle)
    child.ref()
    child.channel?.ref()
  }

  /** Allows the server to end while no question is open. */
  #release(running: Running): void {
    running.child.unref()
    running.child.channel?.unref()
    if (this.#running !== running) return
    this.#idle = setTimeout(() => this.#end(running), this.#limits.idleMs).unref()
  }
}

/** Interval between two looks at the memory of a process; a decoder was seen to take 20 MiB more in it. */
const LOOK_MS = 20

/**
 * Resident memory of a process. The server reads it, because a decoder blocks its own process. 0 on systems other
 * than Linux, where only the heap, the pixels and the time of a file are bounded.
 */
const residentBytes = (pid: number | undefined): number => {
  try {
    const [, kib] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1')) ?? []
    return Number(kib ?? 0) * 1_024
  } catch {
    return 0
  }
}

/** Interval of a timer that keeps the program alive while processes end; it does nothing. */
const WAITING_MS = 60_000

/** Starts a process of a worker program. */
export const forkWorker = ({ file, environment }: WorkerProgram): ChildProcess =>
  fork(file, [], {
    env: environment,
    execArgv: EXEC_ARGV,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })

const isReady = (child: WorkerChild, ended: AbortSignal): Promise<boolean> =>
  new Promise((resolve) => {
    child.once('message', () => resolve(true))
    ended.addEventListener('abort', () => resolve(false))
  })
