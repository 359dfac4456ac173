import type { ActingFault } from '../../faults/fault.ts'
import { LIMITS } from '../../limits.ts'
import type { Workspace } from '../../workspaces/workspace.ts'
import type { Call } from '../call.ts'
import { note } from './met-faults.ts'

/** Waits until a delay has ended. */
export type Pause = () => Promise<void>

/**
 * The delays of calls. They end early when their call is over or the server stops, and are bounded in
 * number: each keeps a call in memory.
 */
export class Pauses {
  /** The ends of delays with their workspaces; a delay counts from its reservation until it has ended. */
  readonly #ends = new Map<() => void, Workspace>()
  #isOver = false

  get count(): number {
    return this.#ends.size
  }

  /** A delay of a call, to be awaited later; undefined when too many calls are delayed already. */
  reserve(ms: number, call: Call): Pause | undefined {
    if (ms === 0 || this.#isOver) return () => Promise.resolve()
    const { workspace } = call
    const ofWorkspace = [...this.#ends.values()].filter((one) => one === workspace).length
    if (this.count >= LIMITS.pauses.max || ofWorkspace >= LIMITS.workspacePauses.max)
      return undefined
    let timer: NodeJS.Timeout | undefined
    let wake: (() => void) | undefined
    const ended = new Promise<void>((resolve) => {
      wake = resolve
    })
    const end = (): void => {
      clearTimeout(timer)
      this.#ends.delete(end)
      wake?.()
    }
    this.#ends.set(end, workspace)
    call.whenOver(end)
    return () => {
      if (this.#ends.has(end)) timer = setTimeout(end, ms)
      return ended
    }
  }

  endAll(): void {
    this.#isOver = true
    for (const end of this.#ends.keys()) end()
  }
}

/** The delay that faults make; undefined without one, and noted in the answer when too many calls are delayed already. */
export const pauseOf = (call: Call, acting: readonly ActingFault[]): Pause | undefined => {
  const delayMs = acting.reduce((sum, one) => sum + one.delayMs, 0)
  if (delayMs === 0) return undefined
  const { calls, pauses } = call.request.server
  calls.follow(call)
  const pause = pauses.reserve(delayMs, call)
  if (!pause) note(call, 'not delayed: too many calls are')
  return pause
}
