import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Address } from '../core/connection.ts'

const KEPT_BYTES = 4_096
const FAILED_ANSWER = /HTTP\/1\.1 (5\d\d) [\s\S]{0,1000}/

/** A connection on which anything can be written; it remembers answers with 5xx. */
export class RawSocket {
  readonly #socket: Socket
  #tail = ''
  #heardAtMs = performance.now()
  #hasHeard = false
  /** The beginning of the first answer with 5xx. */
  failure: string | undefined

  constructor({ hostname, port }: Address) {
    this.#socket = connect({ port, host: hostname, allowHalfOpen: true })
    this.#socket.on('error', () => this.#socket.destroy())
    this.#socket.on('data', (bytes: Buffer) => this.#hear(bytes.toString('latin1')))
  }

  write(bytes: Buffer): void {
    if (!this.#socket.destroyed) this.#socket.write(bytes)
  }

  pause(): void {
    this.#socket.pause()
  }

  end(): void {
    this.#socket.end()
  }

  reset(): void {
    this.#socket.resetAndDestroy()
  }

  close(): void {
    this.#socket.destroy()
  }

  get opened(): Promise<void> {
    return new Promise((resolve) => {
      if (!this.#socket.connecting) resolve()
      for (const event of ['connect', 'close']) this.#socket.once(event, () => resolve())
    })
  }

  /** True if nothing has come for some time, or the other side has closed. */
  isQuietFor(ms: number): boolean {
    return this.#socket.destroyed || performance.now() > this.#heardAtMs + ms
  }

  /** Waits until nothing has come for some time, or the other side has closed. */
  async quiet(ms: number): Promise<void> {
    this.#heardAtMs = performance.now()
    const isOpen = (): boolean => !this.#socket.destroyed && !this.#socket.readableEnded
    while (isOpen() && performance.now() < this.#heardAtMs + ms) await pause(10)
  }

  /** Waits until so many bytes have come. */
  async receive(bytes: number, ms: number): Promise<void> {
    const end = performance.now() + ms
    while (this.#socket.bytesRead < bytes && !this.#socket.destroyed && performance.now() < end)
      await pause(1)
  }

  /** Waits for the first byte. */
  async firstByte(ms: number): Promise<void> {
    const end = performance.now() + ms
    while (!this.#hasHeard && !this.#socket.destroyed && performance.now() < end) await pause(1)
  }

  #hear(text: string): void {
    this.#heardAtMs = performance.now()
    this.#hasHeard = true
    if (this.failure !== undefined) return
    // A status line may be cut between two pieces.
    this.#tail = (this.#tail + text).slice(-KEPT_BYTES)
    this.failure = FAILED_ANSWER.exec(this.#tail)?.[0]
    this.#tail = this.#tail.slice(-20)
  }
}
