/** Maximum number of waiting items of one owner and of all. */
export interface TurnLimits {
  perOwner: number
  inAll: number
}

/** An item whose turn it is, and the owner whose turn it takes. */
export interface Turn<T> {
  owner: string
  item: T
}

interface Line<T> {
  readonly items: Set<T>
  isBusy: boolean
  /** Virtual start time of the next turn of this owner, in units of used time. */
  startsAt: number
}

const isBefore = (one: Line<unknown>, other: Line<unknown>): boolean =>
  one.startsAt === other.startsAt
    ? one.items.size < other.items.size
    : one.startsAt < other.startsAt

/**
 * Fair turns between owners (start-time fair queueing): an owner has at most one turn at a time, and the
 * next turn goes to the owner that has used the least time. A new owner starts
 * where the others are.
 */
export class Turns<T> {
  readonly #limits: TurnLimits
  readonly #lines = new Map<string, Line<T>>()
  #now = 0

  constructor(limits: TurnLimits) {
    this.#limits = limits
  }

  /** The number of waiting items; a shared item counts for each of its owners. */
  get size(): number {
    let size = 0
    for (const { items } of this.#lines.values()) size += items.size
    return size
  }

  /** Queues an item for an owner, also if it waits for others; false when the queue is full. */
  add(owner: string, item: T): boolean {
    const line = this.#lines.get(owner)
    if (line?.items.has(item)) return true
    const { perOwner, inAll } = this.#limits
    if ((line?.items.size ?? 0) >= perOwner || this.size >= inAll) return false
    if (line) line.items.add(item)
    else this.#lines.set(owner, { items: new Set([item]), isBusy: false, startsAt: this.#now })
    return true
  }

  /** Removes an item from every queue. */
  remove(item: T): void {
    for (const { items } of this.#lines.values()) items.delete(item)
    this.#dropIdle()
  }

  /** Starts the next turn; undefined when no owner without a turn has a waiting item. */
  next(): Turn<T> | undefined {
    let first: [string, Line<T>] | undefined
    for (const entry of this.#lines) {
      const [, line] = entry
      if (line.isBusy || line.items.size === 0) continue
      if (!first || isBefore(line, first[1])) first = entry
    }
    if (!first) return undefined
    const [owner, line] = first
    const [item] = line.items
    this.#now = Math.max(this.#now, line.startsAt)
    line.isBusy = true
    this.remove(item as T)
    return { owner, item: item as T }
  }

  /** Ends the turn of an owner and adds the time that it used. */
  release(owner: string, used: number): void {
    const line = this.#lines.get(owner)
    if (!line) return
    line.isBusy = false
    line.startsAt = Math.max(line.startsAt, this.#now) + used
    this.#dropIdle()
  }

  /** Drops owners without turns once the others have used as much time. */
  #dropIdle(): void {
    const lines = [...this.#lines]
    const isIdle = ([, { items, isBusy }]: [string, Line<T>]): boolean =>
      !isBusy && items.size === 0
    const isQuiet = lines.every(isIdle)
    for (const entry of lines)
      if (isIdle(entry) && (isQuiet || entry[1].startsAt <= this.#now)) this.#lines.delete(entry[0])
    if (isQuiet) this.#now = 0
  }
}
