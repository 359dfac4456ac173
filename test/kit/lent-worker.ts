import type { ChildProcess } from 'node:child_process'
import { EventEmitter } from 'node:events'
import {
  forkWorker,
  type WorkerChild,
  type WorkerProgram,
} from '#src/store/media/worker-process.ts'

/** Idle processes, by their programs. */
const idle = new Map<string, ChildProcess[]>()

/**
 * A worker process, lent to one server, because a start takes a hundred times as long as most answers. A
 * server that ends it between two requests returns it; one that ends it during a request ends the process.
 */
class LentWorker extends EventEmitter implements WorkerChild {
  readonly #child: ChildProcess
  readonly #giveBack: () => void
  #isWorking = false
  #isKilled = false
  #signalCode: NodeJS.Signals | null = null

  readonly #onMessage = (message: unknown): void => {
    this.#isWorking = false
    this.emit('message', message)
  }
  readonly #onExit = (): void => {
    this.#signalCode = this.#child.signalCode
    this.emit('exit')
  }
  readonly #onError = (error: Error): void => {
    this.emit('error', error)
  }

  constructor(child: ChildProcess, isReady: boolean, giveBack: () => void) {
    super()
    this.#child = child
    this.#giveBack = giveBack
    child.on('message', this.#onMessage).on('exit', this.#onExit).on('error', this.#onError)
    this.#isWorking = !isReady
    if (isReady) setImmediate(() => this.#isKilled || this.emit('message', { ready: true }))
  }

  get channel() {
    return this.#child.channel
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  get killed(): boolean {
    return this.#isKilled
  }

  get signalCode(): NodeJS.Signals | null {
    return this.#signalCode
  }

  kill(signal: NodeJS.Signals): boolean {
    if (this.#isKilled || this.#child.exitCode !== null || this.#child.signalCode !== null)
      return false
    this.#isKilled = true
    if (this.#isWorking) return this.#child.kill(signal)
    this.#child
      .off('message', this.#onMessage)
      .off('exit', this.#onExit)
      .off('error', this.#onError)
    this.#signalCode = signal
    setImmediate(() => this.emit('exit'))
    this.#giveBack()
    return true
  }

  send(question: object, onSent: (error: Error | null) => void): boolean {
    const isSent = this.#child.send(question, onSent)
    this.#isWorking = true
    return isSent
  }

  ref(): void {
    this.#child.ref()
  }

  unref(): void {
    this.#child.unref()
  }
}

const startLent = (program: WorkerProgram): WorkerChild => {
  const processes = idle.get(program.file) ?? []
  idle.set(program.file, processes)
  const known = processes.pop()
  const child = known ?? forkWorker(program)
  if (!known)
    child.once('exit', () => {
      const place = processes.indexOf(child)
      if (place >= 0) processes.splice(place, 1)
    })
  return new LentWorker(child, known !== undefined, () => {
    child.unref()
    child.channel?.unref()
    processes.push(child)
  })
}

/** The same program, whose processes one server after the other uses. */
export const lent = (program: WorkerProgram): WorkerProgram => ({ ...program, start: startLent })
