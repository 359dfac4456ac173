import type { Store } from '../../db/store.ts'
import { crowdMembers, crowdPacks } from '../../db/tables/workspace/crowds.ts'
import { deletePack, findPackById, newPackRow } from '../../domain/crowds/packs.ts'
import { LIMITS } from '../../limits.ts'
import { rowsOf, runKept } from '../kept-statements.ts'
import type { Seed } from '../seed-format.ts'
import { insertAll, putAll, takeIdsAfter } from './insert-rows.ts'

type SeedPack = NonNullable<Seed['crowdPacks']>[number]

/** The row of a pack, and the ids of the members that the seed replaces. */
interface PackRow {
  row: ReturnType<typeof newPackRow>
  memberIds: readonly number[]
  /** Whether the members are those of the seed already. */
  isSame: boolean
}

/** Loads crowd packs with their members. */
export const loadCrowds = (store: Store, seed: Seed): void => {
  const packs = seed.crowdPacks ?? []
  const wireIds = new Set(packs.map(({ id }) => id))
  const found = packs.map((pack) => {
    const { members: _, ...columns } = pack
    const { row, ...members } = rowOf(store, pack, wireIds)
    const { selfAgent = 0, isComplete = false } = pack
    return { pack, members, row: { ...columns, selfAgent, isComplete, ...row } }
  })
  putAll(
    store,
    crowdPacks,
    found.map(({ row }) => row),
  )
  for (const { pack, row, members } of found)
    if (!members.isSame) putMembers(store, row.id, pack.members, members.memberIds)
}

const rowOf = (store: Store, pack: SeedPack, wireIds: ReadonlySet<number>): PackRow => {
  const key = findPackById(store, pack.id)
  if (key === undefined)
    return { row: newPackRow(store, pack.id, wireIds), memberIds: [], isSame: false }
  const limit = Math.max(LIMITS.deletedMembers.max, pack.members.length)
  const stored = rowsOf<{ id: number; sign: string }>(
    store,
    'SELECT id, sign FROM crowd_members WHERE pack_id = ? ORDER BY id LIMIT (? + 0)',
    key,
    limit + 1,
  )
  if (stored.length > limit) {
    // The members of a large pack are removed later, as after E18.
    deletePack(store, key)
    return { row: newPackRow(store, pack.id, wireIds), memberIds: [], isSame: false }
  }
  return {
    row: { id: key, wireId: key === pack.id ? null : pack.id, isDeleted: false },
    memberIds: stored.map(({ id }) => id),
    isSame:
      stored.length === pack.members.length &&
      stored.every(({ sign }, index) => sign === pack.members[index]),
  }
}

/** Members that replace others get their ids, so that a seed that is sent again changes nothing. */
const putMembers = (
  store: Store,
  packId: number,
  signs: readonly string[],
  ids: readonly number[],
): void => {
  if (ids.length > 0) runKept(store, 'DELETE FROM crowd_members WHERE pack_id = ?', packId)
  const memberIds = takeIdsAfter(store, 'crowdMember', ids, signs.length)
  insertAll(
    store,
    crowdMembers,
    signs.map((sign, index) => ({ id: memberIds[index] ?? -1, packId, sign })),
  )
}
