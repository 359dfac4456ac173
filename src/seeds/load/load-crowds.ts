import type { Store } from '../../db/store.ts'
import { crowdMembers, crowdPacks } from '../../db/tables/workspace/crowds.ts'
import { deletePack, findPackById, newPackRow } from '../../domain/crowds/packs.ts'
import { LIMITS } from '../../limits.ts'
import { rowsOf, runKept } from '../kept-statements.ts'
import type { Seed } from '../seed-format.ts'
import { insertAll, putAll, takeIdsAfter } from './insert-rows.ts'

type SeedPack = NonNullable<Seed['crowdPacks']>[number]

/** Loads crowd packs with their members, which get the ids of those that they replace: a seed that is sent again changes nothing. */
export const loadCrowds = (store: Store, seed: Seed): void => {
  const packs = seed.crowdPacks ?? []
  const wireIds = new Set(packs.map(({ id }) => id))
  const found = packs.map((pack) => ({ pack, ...keyOf(store, pack, wireIds) }))
  putAll(
    store,
    crowdPacks,
    found.map(({ pack: { members: _, selfAgent = 0, isComplete = false, ...columns }, row }) => ({
      ...columns,
      selfAgent,
      isComplete,
      ...row,
    })),
  )
  for (const { pack, row, replaced } of found) putMembers(store, row.id, pack.members, replaced)
}

/** The key of a pack, and the ids of the members that the seed replaces. */
const keyOf = (store: Store, { id, members }: SeedPack, wireIds: ReadonlySet<number>) => {
  const key = findPackById(store, id)
  const fresh = () => ({ row: newPackRow(store, id, wireIds), replaced: [] })
  if (key === undefined) return fresh()
  const limit = Math.max(LIMITS.deletedMembers.max, members.length)
  const query = 'SELECT id FROM crowd_members WHERE pack_id = ? ORDER BY id LIMIT (? + 0)'
  const stored = rowsOf<{ id: number }>(store, query, key, limit + 1)
  if (stored.length <= limit)
    return {
      row: { id: key, wireId: key === id ? null : id, isDeleted: false },
      replaced: stored.map((member) => member.id),
    }
  // The members of a large pack are removed later, as after E18.
  deletePack(store, key)
  return fresh()
}

const putMembers = (
  store: Store,
  packId: number,
  signs: readonly string[],
  replaced: readonly number[],
): void => {
  if (replaced.length > 0) runKept(store, 'DELETE FROM crowd_members WHERE pack_id = ?', packId)
  const memberIds = takeIdsAfter(store, 'crowdMember', replaced, signs.length)
  insertAll(
    store,
    crowdMembers,
    signs.map((sign, index) => ({ id: memberIds[index] ?? -1, packId, sign })),
  )
}
