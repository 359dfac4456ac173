/** An answer as it came over the wire. */
export interface Answer {
  readonly kind: 'answer'
  readonly status: number
  /** By lower-case name; the last of several counts. */
  readonly headers: ReadonlyMap<string, string>
  /** The beginning of the body. */
  readonly body: Buffer
  readonly sizeBytes: number
}

/** The bytes are no HTTP answer. */
class GarbledAnswerError extends Error {}

const KEPT_BYTES = 4 * 1_048_576
const HEAD_END = Buffer.from('\r\n\r\n')
const LINE_END = Buffer.from('\r\n')

/** Reads one answer from the bytes of a connection. */
export class AnswerReader {
  readonly #hasBody: boolean
  #pending: Buffer = Buffer.alloc(0)
  #status = 0
  #headers = new Map<string, string>()
  #phase: 'head' | 'length' | 'chunks' | 'close' = 'head'
  #left = 0
  #kept: Buffer[] = []
  #keptBytes = 0
  #sizeBytes = 0

  constructor(method: string) {
    this.#hasBody = method !== 'HEAD'
  }

  /** Whether any byte of the answer has come. */
  get hasBegun(): boolean {
    return this.#phase !== 'head' || this.#pending.length > 0
  }

  /** Whether bytes came after the answer. */
  get hasRest(): boolean {
    return this.#pending.length > 0
  }

  /** Takes bytes; answers the answer once it is whole. */
  push(bytes: Buffer): Answer | undefined {
    if (this.#phase === 'length' || this.#phase === 'close') return this.#take(bytes)
    this.#pending = this.#pending.length === 0 ? bytes : Buffer.concat([this.#pending, bytes])
    while (this.#phase === 'head') {
      const end = this.#pending.indexOf(HEAD_END)
      if (end < 0) return undefined
      this.#readHead(this.#pending.toString('latin1', 0, end))
      this.#pending = this.#pending.subarray(end + HEAD_END.length)
      if (this.#status >= 200) return this.#begin()
    }
    return this.#readChunks()
  }

  /** The connection has ended: an answer without a length is whole now. */
  end(): Answer | undefined {
    return this.#phase === 'close' ? this.#answer() : undefined
  }

  #readHead(text: string): void {
    const [first = '', ...lines] = text.split('\r\n')
    const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(first) ?? []
    if (status === undefined) throw new GarbledAnswerError(first.slice(0, 100))
    this.#status = Number(status)
    this.#headers = new Map()
    for (const line of lines) {
      const colon = line.indexOf(':')
      this.#headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim())
    }
  }

  #begin(): Answer | undefined {
    const length = this.#headers.get('content-length')
    const isChunked = this.#headers.get('transfer-encoding') === 'chunked'
    if (!this.#hasBody || this.#status === 204 || this.#status === 304) return this.#answer()
    this.#phase = isChunked ? 'chunks' : length === undefined ? 'close' : 'length'
    if (length !== undefined && !isChunked && !/^\d+$/.test(length))
      throw new GarbledAnswerError(`Content-Length: ${length}`)
    this.#left = Number(length ?? Number.POSITIVE_INFINITY)
    if (isChunked) return this.#readChunks()
    const pending = this.#pending
    this.#pending = Buffer.alloc(0)
    return this.#take(pending)
  }

  #take(bytes: Buffer): Answer | undefined {
    this.#keep(bytes.subarray(0, this.#left))
    if (bytes.length > this.#left) this.#pending = bytes.subarray(this.#left)
    this.#left -= Math.min(this.#left, bytes.length)
    return this.#left === 0 ? this.#answer() : undefined
  }

  #readChunks(): Answer | undefined {
    for (;;) {
      const line = this.#pending.indexOf(LINE_END)
      if (line < 0) return undefined
      const size = Number.parseInt(this.#pending.toString('latin1', 0, line), 16)
      if (Number.isNaN(size)) throw new GarbledAnswerError('the size of a chunk is not a number')
      const end = line + 2 + size + 2
      if (this.#pending.length < end) return undefined
      this.#keep(this.#pending.subarray(line + 2, end - 2))
      this.#pending = this.#pending.subarray(end)
      if (size === 0) return this.#answer()
    }
  }

  #keep(bytes: Buffer): void {
    this.#sizeBytes += bytes.length
    if (this.#keptBytes >= KEPT_BYTES) return
    this.#kept.push(bytes)
    this.#keptBytes += bytes.length
  }

  #answer(): Answer {
    return {
      kind: 'answer',
      status: this.#status,
      headers: this.#headers,
      body: this.#kept.length === 1 ? (this.#kept[0] as Buffer) : Buffer.concat(this.#kept),
      sizeBytes: this.#sizeBytes,
    }
  }
}
