import type { Store } from '../../db/store.ts'
import type { DatabaseSource } from './databases.ts'

/** An open database that no workspace owns yet. */
export interface PrewarmedDatabase {
  name: string
  store: Store
}

/** Makes and removes prewarmed databases. */
export interface DatabaseMaker {
  make(source: DatabaseSource): PrewarmedDatabase
  discard(prewarmed: PrewarmedDatabase): void
}

/** Maximum number of prewarmed databases; each is an open file. */
const MAX_PREWARMED = 4

/** Prewarmed databases, one of each of the latest sources. */
export class PrewarmedPool {
  readonly #maker: DatabaseMaker
  /** In the order in which they were made. */
  readonly #ready = new Map<DatabaseSource, PrewarmedDatabase>()
  readonly #expected = new Map<DatabaseSource, NodeJS.Immediate>()

  constructor(maker: DatabaseMaker) {
    this.#maker = maker
  }

  /** Takes the prewarmed database of a source. */
  take(source: DatabaseSource): PrewarmedDatabase | undefined {
    const prewarmed = this.#ready.get(source)
    this.#ready.delete(source)
    return prewarmed
  }

  /** Makes a database of a source, unless there is one, after the running call is answered. */
  prefetch(source: DatabaseSource): void {
    if (this.#ready.has(source) || this.#expected.has(source)) return
    this.#expected.set(
      source,
      setImmediate(() => this.#make(source)),
    )
  }

  /** Removes the prewarmed database of a source. */
  discard(source: DatabaseSource): void {
    clearImmediate(this.#expected.get(source))
    this.#expected.delete(source)
    const prewarmed = this.take(source)
    if (prewarmed) this.#maker.discard(prewarmed)
  }

  discardAll(): void {
    for (const source of [...this.#expected.keys(), ...this.#ready.keys()]) this.discard(source)
  }

  #make(source: DatabaseSource): void {
    this.#expected.delete(source)
    try {
      this.#ready.set(source, this.#maker.make(source))
    } catch {
      return // The creation that needs it fails with the same error.
    }
    const [oldest] = this.#ready.keys()
    if (oldest !== undefined && this.#ready.size > MAX_PREWARMED) this.discard(oldest)
  }
}
