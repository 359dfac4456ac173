import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { Work } from './work.ts'

/** The program of the worker, and the environment that it is started with. */
export interface WorkerProgram {
  file: string
  environment: Record<string, string>
}

/** How long the worker may take for an answer, and how long it waits for the next question. */
export interface WorkerLimits {
  timeoutMs: number
  idleMs: number
}

interface Running {
  child: ChildProcess
  /** Its first message, with which it says that it can run. */
  ready: Promise<unknown>
  /** Aborted when the process has ended. */
  ended: AbortSignal
}

/** Bounds the heap; pixels lie outside it, so that `MAX_PIXELS` bounds those. */
const EXEC_ARGV = ['--max-old-space-size=512']

/**
 * The process that opens files of strangers, started with the first question and ended when idle. It
 * is a process and not a thread, because decoders are native code: one that hangs cannot be stopped
 * in a thread, holds up every file access of the server and its end, and one that crashes takes the
 * server with it.
 */
export class WorkerProcess {
  readonly #program: WorkerProgram
  readonly #limits: WorkerLimits
  /** Called once when the program has ended by itself before it was ready: it cannot run here. */
  onUnfit: (() => void) | undefined
  #running: Running | undefined
  #idle: NodeJS.Timeout | undefined
  #last: Promise<unknown> = Promise.resolve()
  #isClosed = false

  constructor(program: WorkerProgram, limits: WorkerLimits) {
    this.#program = program
    this.#limits = limits
  }

  /** The answer to a question, one after the other; undefined when there is none, for whatever reason. */
  async ask<K extends keyof Work>(
    kind: K,
    given: Work[K]['given'],
  ): Promise<Work[K]['answer'] | undefined> {
    return (await this.tryToAsk(kind, given))?.answer
  }

  /** The same, told apart from a process that ended or was too late and has not answered at all. */
  tryToAsk<K extends keyof Work>(
    kind: K,
    given: Work[K]['given'],
  ): Promise<{ answer: Work[K]['answer'] | undefined } | undefined> {
    const outcome = this.#last.then(() => this.#exchange({ kind, given })).catch(() => undefined)
    this.#last = outcome
    return outcome as Promise<{ answer: Work[K]['answer'] | undefined } | undefined>
  }

  /** Ends the process; what is asked from now on has no answer. */
  async close(): Promise<void> {
    this.#isClosed = true
    const running = this.#running
    if (!running) return
    this.#end(running)
    if (!running.ended.aborted) await once(running.ended, 'abort')
  }

  async #exchange(question: object): Promise<{ answer?: unknown } | undefined> {
    if (this.#isClosed) return undefined
    this.#running ??= this.#start()
    const running = this.#running
    const { child, ended } = running
    this.#hold(child)
    const deadline = setTimeout(() => this.#end(running), this.#limits.timeoutMs)
    try {
      await running.ready
      const message = once(child, 'message', { signal: ended })
      child.send(question)
      const [{ answer }] = (await message) as [{ answer?: unknown }]
      return { answer }
    } catch (error) {
      this.#end(running)
      throw error
    } finally {
      clearTimeout(deadline)
      this.#release(running)
    }
  }

  #start(): Running {
    // What native code prints about a damaged file is nobody's business: the answer says it.
    const child = fork(this.#program.file, [], {
      env: this.#program.environment,
      execArgv: EXEC_ARGV,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const ending = new AbortController()
    const ready = once(child, 'message', { signal: ending.signal })
    const running = { child, ready, ended: ending.signal }
    ready.catch(() => this.#judgeEnd(child))
    for (const event of ['exit', 'error'])
      child.on(event, () => {
        this.#end(running)
        ending.abort()
      })
    return running
  }

  /** Who was killed before it was ready took too long, or was not needed any more; that says nothing of the program. */
  #judgeEnd({ killed, signalCode }: ChildProcess): void {
    if (killed || signalCode === 'SIGKILL') return
    this.onUnfit?.()
    this.onUnfit = undefined
  }

  #end(running: Running): void {
    if (this.#running === running) this.#running = undefined
    running.child.kill('SIGKILL')
  }

  /** Keeps the server alive while a question is open. */
  #hold(child: ChildProcess): void {
    clearTimeout(this.#idle)
    child.ref()
    child.channel?.ref()
  }

  /** Lets the server end while no question is open. */
  #release(running: Running): void {
    running.child.unref()
    running.child.channel?.unref()
    this.#idle = setTimeout(() => this.#end(running), this.#limits.idleMs).unref()
  }
}
