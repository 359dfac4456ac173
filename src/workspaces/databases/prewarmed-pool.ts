import type { Store } from '../../db/store.ts'
import type { WorldSource } from './databases.ts'

/** An open world that belongs to nobody yet. */
export interface SpareWorld {
  name: string
  store: Store
}

/** How spare worlds come and go. */
export interface SpareMaker {
  make(source: WorldSource): SpareWorld
  discard(spare: SpareWorld): void
}

/** Of how many sources a world is kept ready; each is an open file. */
const MOST_SPARES = 4

/** Worlds that were made and opened ahead, one of each source that was wanted last. */
export class Spares {
  readonly #maker: SpareMaker
  /** In the order in which they were made. */
  readonly #ready = new Map<WorldSource, SpareWorld>()
  readonly #expected = new Map<WorldSource, NodeJS.Immediate>()

  constructor(maker: SpareMaker) {
    this.#maker = maker
  }

  /** The world that was made of a source, for whoever takes it. */
  take(source: WorldSource): SpareWorld | undefined {
    const spare = this.#ready.get(source)
    this.#ready.delete(source)
    return spare
  }

  /** Makes a world of a source, unless there is one, as soon as what runs now has been answered. */
  expect(source: WorldSource): void {
    if (this.#ready.has(source) || this.#expected.has(source)) return
    this.#expected.set(
      source,
      setImmediate(() => this.#make(source)),
    )
  }

  /** Keeps no world of a source any longer. */
  forget(source: WorldSource): void {
    clearImmediate(this.#expected.get(source))
    this.#expected.delete(source)
    const spare = this.take(source)
    if (spare) this.#maker.discard(spare)
  }

  forgetAll(): void {
    for (const source of [...this.#expected.keys(), ...this.#ready.keys()]) this.forget(source)
  }

  #make(source: WorldSource): void {
    this.#expected.delete(source)
    try {
      this.#ready.set(source, this.#maker.make(source))
    } catch {
      return // It fails again, and says so, for whoever needs it.
    }
    const [oldest] = this.#ready.keys()
    if (oldest !== undefined && this.#ready.size > MOST_SPARES) this.forget(oldest)
  }
}
