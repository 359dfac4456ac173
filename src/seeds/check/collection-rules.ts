import type { Store } from '../../db/store.ts'
import { seesCollection } from '../../domain/collection-access.ts'
import { findActorById } from '../../domain/users/actor.ts'
import type { Seed } from '../seed-format.ts'
import { isBefore, type Rule } from './rule.ts'

const findBlindCollector = (store: Store, { collections = [] }: Seed): string | undefined => {
  for (const { id, collectedBy = [] } of collections)
    for (const userId of collectedBy) {
      const user = findActorById(store, userId)
      if (user && !seesCollection(store, user, id))
        return `collection ${id} is collected by the user ${userId}, who has no right on it`
    }
  return undefined
}

/** Rules about collections. */
export const COLLECTION_RULES: readonly Rule[] = [
  {
    says: 'A collection is not created before its parent, unless it replaces one.',
    of: 'placed',
    query: `SELECT format('collection %d is created at %d, before its parent %d, which is created at %d',
        c.id, c.created_at_ms, p.id, p.created_at_ms)
      FROM collections c JOIN collections p ON p.id = c.parent_id
      WHERE c.id IN added AND ${isBefore('c.created_at_ms', 'p.created_at_ms')}`,
  },
  {
    says: 'A collection is not updated for the last time before the assets in it are created.',
    of: 'collections',
    query: `SELECT format('collection %d is updated for the last time at %d, before asset %d in it is created at %d',
        c.id, c.updated_at_ms, a.id, a.created_at_ms)
      FROM collections c JOIN collection_items i ON i.collection_id = c.id JOIN assets a ON a.id = i.asset_id
      WHERE c.id IN added AND c.updated_at_ms < a.created_at_ms`,
  },
  {
    says: 'A user who has collected a collection sees it.',
    find: findBlindCollector,
  },
]
