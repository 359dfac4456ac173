import { deletePack, findPackById, newPackRow } from '../../domain/crowds/packs.ts'
import { LIMITS } from '../../kernel/limits.ts'
import type { Store } from '../../store/db/store.ts'
import { crowdMembers, crowdPacks } from '../../store/db/tables/workspace/crowds.ts'
import type { SeedLists, SeedRow } from '../seed-format.ts'
import { fillAll, putAll, takeIdsAfter } from './insert-rows.ts'

type SeedPack = SeedRow<'crowdPacks'>

/** Loads crowd packs with their members, which get the ids of those that they replace: a seed that is sent again changes nothing. */
export const loadCrowds = (store: Store, { crowdPacks: packs }: SeedLists): void => {
  const wireIds = new Set(packs.map(({ id }) => id))
  const found = packs.map((pack) => ({ pack, ...keyOf(store, pack, wireIds) }))
  const rows = found.map(({ pack, row }) => ({ selfAgent: 0, isComplete: false, ...pack, ...row }))
  putAll(store, crowdPacks, rows)
  for (const { pack, row, replaced } of found) {
    const ids = takeIdsAfter(store, 'crowdMember', replaced, pack.members.length)
    const members = pack.members.map((sign, index) => ({
      id: ids[index] ?? -1,
      packId: row.id,
      sign,
    }))
    fillAll(store, crowdMembers, 'packId', [row], members)
  }
}

const keyOf = (store: Store, { id, members }: SeedPack, wireIds: ReadonlySet<number>) => {
  const key = findPackById(store, id)
  const fresh = () => ({ row: newPackRow(store, id, wireIds), replaced: [] })
  if (key === undefined) return fresh()
  const limit = Math.max(LIMITS.deletedMembers.max, members.length)
  const query = 'SELECT id FROM crowd_members WHERE pack_id = ? ORDER BY id LIMIT (? + 0)'
  const stored = store.values<number>(query, key, limit + 1)
  if (stored.length <= limit)
    return {
      row: { id: key, wireId: key === id ? null : id, isDeleted: false },
      replaced: stored,
    }
  // The members of a large pack are removed later, as after E18.
  deletePack(store, key)
  return fresh()
}
