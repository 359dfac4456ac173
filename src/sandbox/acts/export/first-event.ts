/** Whatever tells of events. */
interface Emitter {
  on(event: string, listener: () => void): unknown
  off(event: string, listener: () => void): unknown
}

/** Waits until the first of these events happens, and listens no longer then. */
export const firstEvent = (...awaited: readonly (readonly [Emitter, string])[]): Promise<void> =>
  new Promise((resolve) => {
    const happened = (): void => {
      for (const [emitter, event] of awaited) emitter.off(event, happened)
      resolve()
    }
    for (const [emitter, event] of awaited) emitter.on(event, happened)
  })
