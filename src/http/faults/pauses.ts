import { LIMITS } from '../../limits.ts'
import type { Workspace } from '../../workspaces/workspace.ts'
import type { RequestState } from '../request-state.ts'

/** A delay of one call, which counts from its reservation until it has ended. */
class Pause {
  readonly #onEnd: () => void
  readonly #ms: number
  #timer: NodeJS.Timeout | undefined
  #wake: (() => void) | undefined
  #hasEnded = false

  constructor(ms: number, onEnd: () => void) {
    this.#ms = ms
    this.#onEnd = onEnd
  }

  wait(): Promise<void> {
    if (this.#hasEnded) return Promise.resolve()
    return new Promise((resolve) => {
      this.#wake = resolve
      this.#timer = setTimeout(() => this.end(), this.#ms)
    })
  }

  end(): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    clearTimeout(this.#timer)
    this.#onEnd()
    this.#wake?.()
  }
}

/**
 * The delays of calls. They end early when their call is over or the server stops, and are bounded in
 * number: each keeps a call in memory.
 */
export class Pauses {
  readonly #pauses = new Set<Pause>()
  readonly #counts = new Map<Workspace, number>()
  #isOver = false

  /** The number of calls that are delayed or about to be. */
  get count(): number {
    return this.#pauses.size
  }

  /** A delay of a call, to be awaited later; undefined when too many calls are delayed already. */
  reserve(ms: number, { workspace, lifetime }: RequestState): (() => Promise<void>) | undefined {
    if (ms === 0 || this.#isOver) return () => Promise.resolve()
    const ofWorkspace = this.#counts.get(workspace) ?? 0
    const isFull =
      this.#pauses.size >= LIMITS.pauses.max || ofWorkspace >= LIMITS.workspacePauses.max
    if (isFull) return undefined
    this.#counts.set(workspace, ofWorkspace + 1)
    const pause = new Pause(ms, () => this.#release(pause, workspace))
    this.#pauses.add(pause)
    const forget = lifetime.whenOver(() => pause.end())
    return async () => {
      await pause.wait()
      forget()
    }
  }

  /** Ends all delays; later ones end at once. */
  endAll(): void {
    this.#isOver = true
    for (const pause of this.#pauses) pause.end()
  }

  #release(pause: Pause, workspace: Workspace): void {
    this.#pauses.delete(pause)
    const left = (this.#counts.get(workspace) ?? 1) - 1
    if (left > 0) this.#counts.set(workspace, left)
    else this.#counts.delete(workspace)
  }
}
