import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** The quiet time after a large body before a collection, ms. */
const QUIET_MS = 5_000

/** A collection stops everything else, about half a millisecond for each MiB; a larger heap is left to V8. */
const MAX_HEAP_BYTES = 128 * 1_048_576

let collect: (() => void) | undefined

/** V8's own collection, which needs a flag. */
const collection = (): (() => void) => {
  setFlagsFromString('--expose-gc')
  const found: () => void = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  return found
}

/**
 * Collects garbage when the server is idle after large bodies. V8 collects while it allocates: an idle server would
 * keep the garbage of such a body for hours.
 */
export class QuietCollection {
  #timer: NodeJS.Timeout | undefined

  /** A large body is over. */
  schedule(): void {
    if (this.#timer) {
      this.#timer.refresh()
      return
    }
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      if (process.memoryUsage().heapUsed > MAX_HEAP_BYTES) return
      collect ??= collection()
      collect()
    }, QUIET_MS).unref()
  }

  close(): void {
    clearTimeout(this.#timer)
  }
}
