import type { FastifyRequest } from 'fastify'
import { refuse } from '../../contract/errors/refusals.ts'
import { type KeptBytes, keepBytes } from '../../instruments/journal/kept-bytes.ts'
import type { Lifetime } from '../lifetime.ts'

/** The body of a call, and the memory that it takes until it is released. */
export class ReceivedBody {
  readonly #request: FastifyRequest
  readonly #lifetime: Lifetime
  bytes: Buffer | undefined
  /** The same decoded as UTF-8, once they were: a text takes less memory than bytes, which the journal would copy. */
  text: string | undefined
  /** The value as it was sent, before null in optional fields counted as absent. */
  sent: unknown
  /** The size of a file that was read as it arrived. */
  fileBytes: number | undefined
  #countedBytes = 0
  #isReleased = false
  #kept: KeptBytes | undefined

  constructor(request: FastifyRequest, lifetime: Lifetime) {
    this.#request = request
    this.#lifetime = lifetime
  }

  get value(): unknown {
    return this.sent ?? this.#request.body
  }

  /** The part that the journal keeps; undefined where no body was read. */
  get kept(): KeptBytes | undefined {
    this.#kept ??= this.bytes && keepBytes(this.bytes, this.text)
    return this.#kept
  }

  /** True if its memory is counted, as that of all but small bodies is. */
  get isCounted(): boolean {
    return this.#countedBytes > 0
  }

  /** Counts bytes of the body and of its values until it is released; refuses them where all calls together have too many. */
  count(bytes: number): void {
    if (this.#isReleased) return
    const { underWay } = this.#request.server.sandbox.memory
    if (underWay.bytes + bytes > underWay.maxBytes) throw refuse.busyBodies()
    if (!this.isCounted) this.#lifetime.whenOver(() => this.#giveBack())
    underWay.add(bytes)
    this.#countedBytes += bytes
  }

  /** Releases the bytes except those that the journal keeps: a call that waits needs no others. */
  releaseBytes(): void {
    this.#kept = this.kept
    this.bytes = undefined
    this.text = undefined
  }

  /** Releases a large body when its answer is made, which may wait behind others on its connection. */
  release(): void {
    if (!this.isCounted) return
    this.releaseBytes()
    this.sent = undefined
    this.#request.body = undefined
    this.#giveBack()
  }

  #giveBack(): void {
    this.#isReleased = true
    this.#request.server.sandbox.memory.underWay.give(this.#countedBytes)
    this.#countedBytes = 0
  }
}
