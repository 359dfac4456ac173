import { refuse } from '../../contract/errors/refusals.ts'
import { MAX_INTEGER } from '../../kernel/ids.ts'
import { LIMITS } from '../../kernel/limits.ts'
import type { Store } from './store.ts'

const FIRST_IDS = {
  user: 1_001,
  /** Assets and files share ids, so that no id means two things (A-id-1). */
  assetOrFile: 100_001,
  approval: 9_001,
  upload: 2_000_000_001,
  approvalTask: 1,
  crowdMember: 1_000_001,
  /** Rows of packs whose wire ids deleted packs still have. */
  crowdPackRow: 1,
  portalCollaborator: 1,
  notification: 1,
  /** Of earlier versions: such rows are only added, so that SQLite counts them. */
  trackingRecord: 1,
  imageSearchReport: 1,
  /** Rows that only a named state makes. */
  stateItem: 880_001,
} as const

export type SequenceName = keyof typeof FIRST_IDS

export const SEQUENCE_NAMES = Object.keys(FIRST_IDS)

export const idBeforeFirst = (name: SequenceName): number => FIRST_IDS[name] - 1

const TAKE = `INSERT INTO sequences (name, last) VALUES (?, ?)
  ON CONFLICT (name) DO UPDATE SET last = last + ? RETURNING last`

const RAISE = `INSERT INTO sequences (name, last) VALUES (?, ?)
  ON CONFLICT (name) DO UPDATE SET last = max(last, excluded.last)`

/** Takes `count` consecutive ids and answers the first. They commit with the call's transaction. */
export const takeIds = (store: Store, name: SequenceName, count = 1): number => {
  const last = store.value<number>(TAKE, name, FIRST_IDS[name] + count - 1, count)
  if (last === undefined) throw new Error(`sequence ${name} has no row`)
  if (last > MAX_INTEGER) throw refuse.storageFull()
  return last - count + 1
}

/**
 * Takes an unused id. Each used one doubles the step, so that a seed with many rows costs a few lookups.
 */
export const takeFreeId = (
  store: Store,
  name: SequenceName,
  isTaken: (id: number) => boolean,
): number => {
  for (let step = 1; ; step *= 2) {
    const id = takeIds(store, name, step) + step - 1
    if (!isTaken(id)) return id
  }
}

/** Reserves ids up to `id`, which a seed has used. */
export const reserveIds = (store: Store, name: SequenceName, id: number): void => {
  if (id > LIMITS.chosenId.max) throw refuse.outOfRange('id', `be at most ${LIMITS.chosenId.max}`)
  store.run(RAISE, name, Math.max(id, idBeforeFirst(name)))
}
