import { prepared, type Store } from '../db/store.ts'
import type { Keeper, MemoryAccount } from '../kernel/memory-accounts.ts'

/** Bytes of a token: its row and its entries in three indexes. */
const TOKEN_BYTES = 320

const countAll = prepared((store) =>
  store.sqlite.prepare<[], number>('SELECT count(*) FROM tokens').pluck(),
)

const endOldest = prepared((store) =>
  store.sqlite.prepare<[number]>(
    `DELETE FROM tokens WHERE rowid IN
     (SELECT rowid FROM tokens WHERE expires_at_ms IS NOT NULL ORDER BY rowid LIMIT ?)`,
  ),
)

/** The number of tokens of all workspaces; beyond the bound of their account the oldest expiring ones are removed. */
export class TokenCount implements Keeper {
  readonly #store: Store
  readonly #account: MemoryAccount
  #count = 0

  constructor(store: Store, account: MemoryAccount) {
    this.#store = store
    this.#account = account
    account.share(this)
    this.recount()
  }

  get sizeBytes(): number {
    return this.#count * TOKEN_BYTES
  }

  /** Counts added tokens; a negative number counts removed ones. */
  add(count: number): void {
    this.#count += count
    this.#account.add(count * TOKEN_BYTES, count)
  }

  /** Counts all tokens again after a rollback. */
  recount(): void {
    this.add((countAll(this.#store).get() ?? 0) - this.#count)
  }

  free(bytes: number): void {
    const wanted = Math.ceil(bytes / TOKEN_BYTES)
    const { changes } = endOldest(this.#store).run(wanted)
    this.#count -= changes
    this.#account.remove(changes * TOKEN_BYTES, changes)
  }
}
