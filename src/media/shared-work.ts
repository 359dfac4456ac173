interface Work {
  readonly outcome: Promise<unknown>
  readonly stop: AbortController
  callers: number
}

/** Work that is done once for all callers of the same key and is aborted when all of them are gone. */
export class SharedWork {
  readonly #running = new Map<unknown, Work>()

  /**
   * The outcome of the work under a key, which is started unless it runs already. Rejects as soon as the
   * caller's signal is aborted; the signal given to the work is aborted when no caller is left.
   */
  async join<T>(
    key: unknown,
    signal: AbortSignal | undefined,
    start: (gone: AbortSignal) => Promise<T>,
  ): Promise<T> {
    signal?.throwIfAborted()
    const work = this.#running.get(key) ?? this.#start(key, start)
    work.callers += 1
    try {
      return (await unlessAborted(work.outcome, signal)) as T
    } finally {
      work.callers -= 1
      if (work.callers === 0) this.#end(key, work)
    }
  }

  #start(key: unknown, start: (gone: AbortSignal) => Promise<unknown>): Work {
    const stop = new AbortController()
    const work = { outcome: start(stop.signal), stop, callers: 0 }
    // Each caller gets the failure; without a caller it is dropped.
    work.outcome.catch(() => undefined)
    this.#running.set(key, work)
    return work
  }

  #end(key: unknown, work: Work): void {
    if (this.#running.get(key) === work) this.#running.delete(key)
    work.stop.abort()
  }
}

const unlessAborted = async <T>(
  outcome: Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> => {
  if (!signal) return outcome
  const { promise, reject } = withReject()
  const leave = (): void => reject(signal.reason)
  signal.addEventListener('abort', leave)
  try {
    return await Promise.race([outcome, promise])
  } finally {
    signal.removeEventListener('abort', leave)
  }
}

const withReject = (): { promise: Promise<never>; reject: (reason: unknown) => void } => {
  let reject: (reason: unknown) => void = () => undefined
  const promise = new Promise<never>((_resolve, rejectPromise) => {
    reject = rejectPromise
  })
  return { promise, reject }
}
