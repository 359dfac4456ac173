import { AsyncResource } from 'node:async_hooks'
import { LIMITS } from '../kernel/limits.ts'

type Work = () => void

/** Maximum number of requests that a turn begins as they come: how long their asynchronous parts take is not known yet. */
const MAX_AT_FIRST = 16

/** The same of waiting ones, of each kind. */
const MAX_AT_ONCE = 32

/** A connection as the queue sees it. */
interface Holdable {
  readonly isForHealth: boolean
  /** Stops reading an idle connection; false for one that is busy or not read. */
  hold(): boolean
  release(): void
}

/**
 * Begins requests while a turn of the event loop has worked less than `LIMITS.turnMs`. Further ones wait, connections in turn.
 * Each later turn begins health checks and other requests, some of each. A turn of twice that time also stops reading idle
 * connections: Node parses everything that they have sent, also before a request can wait. The next turn reads them again,
 * first those that asked for health, then the newest. While connections come in, turns that begin nothing are inserted.
 */
export class Turns {
  /** Open connections of all listeners. */
  readonly connections = new Set<Holdable>()
  readonly #urgent: Work[] = []
  readonly #waiting: Work[] = []
  #held: Holdable[] = []
  #endsAt = 0
  #begun = 0
  #hasAccepted = false
  /** Until then connections are read and accepted, and none is held; undefined until the first one is, behind what requests left to do. */
  #readsUntil: number | undefined

  /** True if work may begin now; otherwise it has to wait. */
  mayBegin(): boolean {
    const now = performance.now()
    if (this.#endsAt === 0) this.#start(now)
    const hasTime = now < this.#endsAt
    const { max } = LIMITS.turnMs
    this.#readsUntil ??= now + max
    if (now > Math.max(this.#endsAt + max, this.#readsUntil) && this.#held.length === 0)
      this.#held = [...this.connections].filter((connection) => connection.hold())
    if (!hasTime || this.#isWaiting || this.#begun === MAX_AT_FIRST) return false
    this.#begun += 1
    return true
  }

  wait(work: Work, isUrgent = false): void {
    // The turn belongs to whoever began it; the work keeps its own context.
    const context = new AsyncResource('waiting request')
    const waiting = (): void => context.runInAsyncScope(work)
    if (isUrgent) this.#urgent.push(waiting)
    else this.#waiting.push(waiting)
    if (this.#endsAt === 0) this.#start(performance.now())
  }

  /** Notes a new connection. The loop accepts only one in a turn, so others may wait behind it. */
  accepted(): void {
    this.#hasAccepted = true
    this.#readsUntil ??= performance.now() + LIMITS.turnMs.max
  }

  get #isWaiting(): boolean {
    return this.#urgent.length > 0 || this.#waiting.length > 0
  }

  #start(now: number): void {
    this.#endsAt = now + LIMITS.turnMs.max
    this.#begun = 0
    setImmediate(() => this.#end())
  }

  #end(): void {
    const hasAccepted = this.#hasAccepted
    this.#hasAccepted = false
    if (hasAccepted && performance.now() < (this.#readsUntil ?? 0)) {
      setImmediate(() => this.#end())
      return
    }
    this.#endsAt = 0
    const held = this.#held
    this.#held = []
    if (this.#isWaiting) this.#start(performance.now())
    // First, since the work below may resume other connections, which would then be read before these.
    held.reverse().sort((one, other) => Number(other.isForHealth) - Number(one.isForHealth))
    for (const connection of held) connection.release()
    try {
      this.#beginSome(this.#urgent)
    } finally {
      this.#beginSome(this.#waiting)
      this.#readsUntil = undefined
    }
  }

  /** Begins at least one request, and more while there is time. What each leaves to do at once is done before the next. */
  #beginSome(works: Work[], count = MAX_AT_ONCE): void {
    const work = works.shift()
    if (!work) return
    const next = (): void => {
      if (performance.now() < this.#endsAt) this.#beginSome(works, count - 1)
    }
    if (count > 1) queueMicrotask(() => process.nextTick(next))
    work()
  }
}

/** One for the process, which has one event loop. */
export const turns = new Turns()

/** Runs work now, or in a later turn. */
export const inTurn = (work: Work): void => {
  if (turns.mayBegin()) work()
  else turns.wait(work)
}
