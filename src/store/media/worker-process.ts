import { type ChildProcess, fork } from 'node:child_process'
import { type EventEmitter, once } from 'node:events'
import { readFileSync } from 'node:fs'

export interface WorkerProgram {
  file: string
  environment: Record<string, string>
  /** Maximum heap, default 512; pixels, buffers and SQLite are outside of it. */
  heapMiB?: number
  /** Starts the process; without it, `forkWorker` does. */
  start?: (program: WorkerProgram) => WorkerChild
}

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

export interface WorkerLimits {
  timeoutMs: number
  /** Time without a question after which the process ends. */
  idleMs: number
  /** Resident memory during a question; native code is in it. */
  maxResidentBytes: number
}

/**
 * The outcome of a question: an answer, or none because the process took too long, had too much memory or ended, or
 * ended before the question.
 */
export type Outcome = { answer: unknown } | 'late' | 'ended' | 'unstarted'

interface Running {
  readonly child: WorkerChild
  /** True after its first message, which means that it can run; false when it ended before. */
  readonly ready: Promise<boolean>
  readonly ended: AbortSignal
}

/** The time for a start, which does not count as time of a file. */
const START_MS = 20_000

/** Interval between two looks at the memory of a process; a decoder was seen to take 20 MiB more in it. */
const LOOK_MS = 20

/**
 * The process that opens untrusted files, started with the first question and ended when idle. It
 * is a process and not a thread, because decoders are native code: one that hangs cannot be stopped
 * in a thread, and one that crashes takes the server with it.
 */
export class WorkerProcess {
  readonly #program: WorkerProgram
  readonly #limits: WorkerLimits
  /** Called once when the program has ended by itself before it was ready: it cannot run here. */
  onUnavailable: (() => void) | undefined
  /** How often the process was started. */
  starts = 0
  /** How often it took too long, had too much memory or ended during a question. */
  failures = 0
  #running: Running | undefined
  #idle: NodeJS.Timeout | undefined

  constructor(program: WorkerProgram, limits: WorkerLimits) {
    this.#program = program
    this.#limits = limits
  }

  get isRunning(): boolean {
    return this.#running !== undefined
  }

  /** Asks a question, one at a time. Never rejects. */
  async exchange(question: object): Promise<Outcome> {
    const running = this.#running ?? this.#start()
    if (!running) return 'unstarted'
    const { child, ready } = running
    clearTimeout(this.#idle)
    child.ref()
    child.channel?.ref()
    const outcome = (await ready) ? await this.#send(question, running) : 'unstarted'
    // The server may end while no question is open.
    child.unref()
    child.channel?.unref()
    if (outcome === 'late' || outcome === 'ended') {
      this.failures += 1
      this.#end(running)
    } else this.#idle = setTimeout(() => this.#end(running), this.#limits.idleMs).unref()
    return outcome
  }

  end(): void {
    if (this.#running) this.#end(this.#running)
  }

  async close(): Promise<void> {
    const running = this.#running
    if (!running) return
    running.child.ref()
    this.#end(running)
    if (!running.ended.aborted) await once(running.ended, 'abort')
  }

  #send(question: object, { child, ended }: Running): Promise<Outcome> {
    return new Promise((resolve) => {
      const finish = (outcome: Outcome): void => {
        clearTimeout(deadline)
        clearInterval(looks)
        child.off('message', take)
        ended.removeEventListener('abort', whenEnded)
        resolve(outcome)
      }
      const take = (message: unknown): void =>
        finish({ answer: (message as { answer?: unknown }).answer })
      const whenEnded = (): void => finish('ended')
      const deadline = setTimeout(finish, this.#limits.timeoutMs, 'late')
      const { maxResidentBytes } = this.#limits
      const look = () => {
        if (residentBytes(child.pid) > maxResidentBytes) finish('ended')
      }
      const looks = Number.isFinite(maxResidentBytes) ? setInterval(look, LOOK_MS) : undefined
      child.on('message', take)
      ended.addEventListener('abort', whenEnded)
      if (ended.aborted) finish('unstarted')
      else child.send(question, (error) => error && finish('ended'))
    })
  }

  #start(): Running | undefined {
    const child = this.#fork()
    if (!child) return undefined
    const ending = new AbortController()
    const ready = isReady(child, ending.signal)
    const running = { child, ready, ended: ending.signal }
    this.starts += 1
    this.#running = running
    const deadline = setTimeout(() => this.#end(running), START_MS)
    const judge = (isFit: boolean): void => {
      clearTimeout(deadline)
      if (!isFit) this.#judgeEnd(child)
    }
    ready.then(judge).catch(() => this.#end(running))
    for (const event of ['exit', 'error'])
      child.on(event, () => {
        this.#end(running)
        ending.abort()
      })
    return running
  }

  #fork(): WorkerChild | undefined {
    try {
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
}

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

/** Starts a process of a worker program; output of native code about a damaged file is dropped. */
export const forkWorker = ({ file, environment, heapMiB = 512 }: WorkerProgram): ChildProcess =>
  fork(file, [], {
    env: environment,
    execArgv: [`--max-old-space-size=${heapMiB}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })

const isReady = (child: WorkerChild, ended: AbortSignal): Promise<boolean> =>
  new Promise((resolve) => {
    child.once('message', () => resolve(true))
    ended.addEventListener('abort', () => resolve(false))
  })
