import type { IncomingMessage } from 'node:http'

import { LIMITS } from '../../limits.ts'

/** The maximum that is read of a body that is too large, so that its sender reads the answer. */
const MAX_DRAINED_BYTES = 512 * 1_048_576

/** Waits until the rest of a request has arrived and is discarded, or it is too large or too slow for that. */
export const drain = (request: IncomingMessage): Promise<void> =>
  new Promise((resolve) => {
    if (request.readableEnded || request.destroyed) return resolve()
    const timer = setTimeout(() => end(), LIMITS.bodyMs.max)
    const end = (): void => {
      clearTimeout(timer)
      resolve()
    }
    let drained = 0
    const count = (chunk: Buffer): void => {
      drained += chunk.length
      if (drained <= MAX_DRAINED_BYTES) return
      request.off('data', count).pause()
      end()
    }
    request.on('data', count)
    for (const event of ['end', 'close', 'error']) request.once(event, end)
    request.resume()
  })
