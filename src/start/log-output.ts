import { write, writeSync } from 'node:fs'
import { atExit } from './at-exit.ts'

/** Maximum characters that wait for a reader: some ten thousand lines. */
const MAX_WAITING = 4 * 1024 * 1024

/** The pause before a reader without room is tried again. */
const RETRY_MS = 50

/** How often that is done when the process ends. */
const MAX_LAST_TRIES = 20

/** The longest wait for a reader before the process ends. */
const MAX_DRAIN_MS = 1_000

/** A pipe takes so many bytes at once or not at all, so that two writers never mix them. */
const MAX_WHOLE = 4_096

const isFull = ({ code }: NodeJS.ErrnoException): boolean => code === 'EAGAIN' || code === 'EBUSY'

/**
 * Writes to a descriptor without waiting for its reader: neither a pipe that nobody empties nor a stopped terminal may
 * hold the server. Texts that find no room are dropped and counted. A reader that goes ends the output, and nothing else.
 */
export class LogOutput {
  readonly #descriptor: number
  #waiting: string[] = []
  #length = 0
  #dropped = 0
  /** The bytes of the write that is under way. */
  #underWay = 0
  #listeners: (() => void)[] = []
  #isOver = false
  /** Whether a last write waits for a reader that does not read. */
  #isStuck = false

  constructor(descriptor: number) {
    this.#descriptor = descriptor
  }

  /** Returns the number of texts that were dropped before this one and not told yet; 0 for one that is dropped itself. */
  write(text: string): number {
    if (this.#isOver || text === '') return 0
    if (this.#length + text.length > MAX_WAITING) {
      this.#dropped += 1
      return 0
    }
    this.#waiting.push(text)
    this.#length += text.length
    if (this.#underWay === 0) this.#writeWaiting()
    const dropped = this.#dropped
    this.#dropped = 0
    return dropped
  }

  /** Waits until all is written, for a bounded time; returns whether it is. */
  drained(): Promise<boolean> {
    if (this.#underWay === 0) return Promise.resolve(true)
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#isStuck = true
        resolve(false)
      }, MAX_DRAIN_MS).unref()
      this.#listeners.push(() => {
        clearTimeout(timer)
        resolve(true)
      })
    })
  }

  /** Writes what waits before the process ends. A long write that is under way would be mixed with it. */
  flush(): void {
    if (this.#isStuck || this.#underWay > MAX_WHOLE) return
    let rest = this.#takeWaiting()
    for (let tries = 0; rest.length > 0 && !this.#isOver && tries < MAX_LAST_TRIES; )
      try {
        rest = rest.subarray(writeSync(this.#descriptor, rest))
      } catch (error) {
        if (!isFull(error as NodeJS.ErrnoException)) return
        tries += 1
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS)
      }
  }

  #takeWaiting(): Buffer {
    const taken = Buffer.from(this.#waiting.join(''))
    this.#waiting = []
    this.#length = 0
    return taken
  }

  #writeWaiting(): void {
    if (this.#waiting.length > 0) this.#send(this.#takeWaiting())
    else this.#rest()
  }

  #send(bytes: Buffer): void {
    this.#underWay = bytes.length
    write(this.#descriptor, bytes, (error, written) => {
      if (error && isFull(error)) setTimeout(() => this.#send(bytes), RETRY_MS)
      else if (error) this.#end()
      else if (written < bytes.length) this.#send(bytes.subarray(written))
      else this.#writeWaiting()
    })
  }

  #end(): void {
    this.#isOver = true
    this.#takeWaiting()
    this.#rest()
  }

  #rest(): void {
    this.#underWay = 0
    const listeners = this.#listeners
    this.#listeners = []
    for (const listener of listeners) listener()
  }
}

const outputs = new Map<number, LogOutput>()

/** The output of a descriptor, which all logs of the process share. */
export const outputOf = (descriptor: number): LogOutput => {
  const known = outputs.get(descriptor)
  if (known) return known
  const output = new LogOutput(descriptor)
  outputs.set(descriptor, output)
  atExit(() => output.flush())
  return output
}
