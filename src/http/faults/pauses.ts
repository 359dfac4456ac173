import { setTimeout } from 'node:timers/promises'
import type { ActedFault } from '../../instruments/faults/fault.ts'
import { LIMITS } from '../../kernel/limits.ts'
import type { Workspace } from '../../workspaces/workspace.ts'
import type { Call } from '../call.ts'

export type Pause = () => Promise<void>

/**
 * The delays of calls. They end early when their call is over or the server stops, and are bounded in
 * number: each keeps a call in memory.
 */
export class Pauses {
  /** By what ends them; a delay counts from its reservation until it has ended. */
  readonly #delays = new Map<AbortController, Workspace>()
  #isOver = false

  get count(): number {
    return this.#delays.size
  }

  /** A delay for a call, to await later; undefined if too many calls are already delayed. */
  reserve(ms: number, call: Call): Pause | undefined {
    if (this.#isOver) return async () => {}
    const { workspace } = call
    const ofWorkspace = [...this.#delays.values()].filter((one) => one === workspace).length
    if (this.count >= LIMITS.pauses.max || ofWorkspace >= LIMITS.workspacePauses.max)
      return undefined
    const end = new AbortController()
    this.#delays.set(end, workspace)
    end.signal.addEventListener('abort', () => this.#delays.delete(end))
    call.lifetime.whenOver(() => end.abort())
    return () =>
      setTimeout(ms, undefined, { signal: end.signal })
        .catch(() => undefined)
        .finally(() => end.abort())
  }

  endAll(): void {
    this.#isOver = true
    for (const end of this.#delays.keys()) end.abort()
  }
}

/** The delay that faults make; undefined without one, and noted in the answer when too many calls are delayed already. */
export const pauseOf = (call: Call, acting: readonly ActedFault[]): Pause | undefined => {
  const delayMs = acting.reduce((sum, one) => sum + (one.effect.delayMs ?? 0), 0)
  if (delayMs === 0) return undefined
  const { calls, pauses } = call.request.server
  calls.follow(call)
  const pause = pauses.reserve(delayMs, call)
  if (!pause) {
    for (const fault of acting) if (fault.effect.delayMs) fault.isDelaySkipped = true
  }
  return pause
}
