import type { Refusal } from '../../errors/refusal.ts'
import { refuse } from '../../errors/refusals.ts'
import { MemoryAccount } from '../../kernel/memory-accounts.ts'
import { LIMITS } from '../../limits.ts'

/** The listeners of one body. */
export interface BodyEvents {
  /** Called when there is room for it. */
  onRoom(): void
  /** Called when it has waited too long for room, or arrives so slowly that others wait for it. */
  onRefused(refusal: Refusal): void
}

/** The interval in which bodies that wait or arrive are judged, ms. */
const LOOK_MS = 1_000

/** The room of one body, from its first bytes until they are no longer needed. */
export class Reservation {
  readonly #bodies: PendingBodies
  readonly #events: BodyEvents
  #heldBytes = 0
  #arrivedBytes = 0
  #startedMs = performance.now()
  #state: 'waiting' | 'arriving' | 'read' | 'released' = 'arriving'
  #wantedBytes = 0

  constructor(bodies: PendingBodies, events: BodyEvents) {
    this.#bodies = bodies
    this.#events = events
  }

  /** The room it waits for, including the room it has. */
  get wantedBytes(): number {
    return this.#wantedBytes
  }

  get isWaiting(): boolean {
    return this.#state === 'waiting'
  }

  /** Takes room for a number of bytes in all, at once or as soon as there is room. */
  enlarge(bytes: number): void {
    this.#wantedBytes = bytes
    this.#startedMs = performance.now()
    this.#state = 'waiting'
    this.#bodies.admit(this)
  }

  /** There is room. */
  start(): void {
    this.#state = 'arriving'
    this.#startedMs = performance.now()
    this.#arrivedBytes = 0
    this.#hold(this.#wantedBytes)
    this.#events.onRoom()
  }

  /** Counts bytes that have arrived. */
  arrive(bytes: number): void {
    this.#arrivedBytes += bytes
  }

  /** It has been read: holds room for its bytes and for the values parsed from it. */
  settle(bytes: number): void {
    if (this.#state === 'released') return
    this.#state = 'read'
    this.#hold(bytes <= LIMITS.uncountedBodyBytes.max ? 0 : bytes)
    this.#bodies.startWaiting()
  }

  /** Refuses it where it waits too long, or arrives too slowly while others wait. */
  judge(nowMs: number): void {
    const elapsedMs = nowMs - this.#startedMs
    const isOver = elapsedMs > LIMITS.bodyMs.max
    if (this.#state === 'waiting' && isOver) this.#refuse(refuse.busyBodies())
    const isSlow =
      this.#bodies.waiting > 0 &&
      elapsedMs > LIMITS.slowBodyMs.max &&
      this.#arrivedBytes < (elapsedMs / 1_000) * LIMITS.slowBodyBytes.max
    if (this.#state === 'arriving' && (isOver || isSlow)) this.#refuse(refuse.slowBody())
  }

  /** Gives its room back, or stops waiting for room; further calls do nothing. */
  release(): void {
    if (this.#state === 'released') return
    this.#state = 'released'
    this.#bodies.remove(this, this.#heldBytes)
    this.#hold(0)
    this.#bodies.startWaiting()
  }

  #refuse(refusal: Refusal): void {
    this.release()
    this.#events.onRefused(refusal)
  }

  #hold(bytes: number): void {
    this.#bodies.account.add(bytes - this.#heldBytes, 0)
    this.#heldBytes = bytes
  }
}

/**
 * The bytes of all bodies that arrive, have been read, or are about to be, until their calls are answered. A large
 * body is not read before there is room for it, in the order of arrival; a small one waits only in an emergency.
 */
export class PendingBodies {
  readonly account: MemoryAccount
  readonly #onLargeOver: () => void
  readonly #waiting = new Set<Reservation>()
  readonly #all = new Set<Reservation>()
  #timer: NodeJS.Timeout | undefined

  /** `onLargeOver` is called when a large body is over; `account` counts the reserved bytes. */
  constructor(
    onLargeOver: () => void = () => {},
    account = new MemoryAccount(LIMITS.allPendingBodyBytes.max),
  ) {
    this.#onLargeOver = onLargeOver
    this.account = account
  }

  /** The number of reserved bytes. */
  get bytes(): number {
    return this.account.bytes
  }

  /** The number of bodies that wait for room. */
  get waiting(): number {
    return this.#waiting.size
  }

  /** Adds a body, which has no room yet. */
  open(events: BodyEvents): Reservation {
    const reservation = new Reservation(this, events)
    this.#all.add(reservation)
    this.account.add(0)
    this.#timer ??= setInterval(() => this.judge(performance.now()), LOOK_MS).unref()
    return reservation
  }

  /** Starts a reservation at once or when there is room. */
  admit(reservation: Reservation): void {
    if (this.#hasRoomFor(reservation.wantedBytes)) reservation.start()
    else this.#waiting.add(reservation)
  }

  /** Removes a body. */
  remove(reservation: Reservation, heldBytes: number): void {
    this.#waiting.delete(reservation)
    this.#all.delete(reservation)
    this.account.remove(0)
    if (heldBytes > LIMITS.promptBodyBytes.max) this.#onLargeOver()
    if (this.#all.size === 0) this.close()
  }

  /** Starts the bodies that have waited longest, while there is room. */
  startWaiting(): void {
    for (const next of this.#waiting) {
      if (this.bytes > 0 && this.bytes + next.wantedBytes > maxFor(next.wantedBytes)) return
      this.#waiting.delete(next)
      next.start()
    }
  }

  /** Refuses bodies that wait too long or arrive too slowly. */
  judge(nowMs: number): void {
    for (const reservation of [...this.#all]) reservation.judge(nowMs)
  }

  close(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #hasRoomFor(bytes: number): boolean {
    if (this.bytes === 0) return true
    if (isLarge(bytes) && this.#waiting.size > 0) return false
    return this.bytes + bytes <= maxFor(bytes)
  }
}

const isLarge = (bytes: number): boolean => bytes > LIMITS.promptBodyBytes.max

const maxFor = (bytes: number): number =>
  isLarge(bytes) ? LIMITS.pendingBodyBytes.max : LIMITS.allPendingBodyBytes.max
