import { connect, type Socket } from 'node:net'
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
  /** Whether the server could not be reached. */
  wasRefused = false

  constructor({ hostname, port }: Address) {
    this.#socket = connect({ port, host: hostname, allowHalfOpen: true })
    this.#socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') this.wasRefused = true
      this.#socket.destroy()
    })
    this.#socket.on('data', (bytes: Buffer) => this.#hear(bytes))
  }

  write(bytes: Buffer): void {
    if (!this.#socket.destroyed) this.#socket.write(bytes)
  }

  /** Reads no more. */
  pause(): void {
    this.#socket.pause()
  }

  /** Says that no more will be written. */
  end(): void {
    this.#socket.end()
  }

  /** Cuts the connection by RST. */
  reset(): void {
    this.#socket.resetAndDestroy()
  }

  close(): void {
    this.#socket.destroy()
  }

  wait(ms: number): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, ms))
  }

  /** Waits until nothing has come for some time, or the other side has closed. */
  async quiet(ms: number): Promise<void> {
    this.#heardAtMs = performance.now()
    while (!this.#socket.destroyed && !this.#socket.readableEnded) {
      const left = this.#heardAtMs + ms - performance.now()
      if (left <= 0) return
      await this.wait(Math.min(left, 10))
    }
  }

  /** Waits for the first byte. */
  async firstByte(ms: number): Promise<void> {
    const end = performance.now() + ms
    while (!this.#hasHeard && !this.#socket.destroyed && performance.now() < end) await this.wait(1)
  }

  #hear(bytes: Buffer): void {
    this.#heardAtMs = performance.now()
    this.#hasHeard = true
    if (this.failure !== undefined) return
    const text = this.#tail + bytes.toString('latin1')
    this.failure = FAILED_ANSWER.exec(text)?.[0]
    // A status line may be cut between two pieces.
    this.#tail = text.slice(-Math.min(text.length, KEPT_BYTES))
    if (this.failure === undefined) this.#tail = this.#tail.slice(-20)
  }
}
