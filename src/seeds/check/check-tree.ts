import type { Store } from '../../db/store.ts'
import { rowsOf } from '../kept-statements.ts'
import type { Seed } from '../seed-format.ts'
import { refuseAt } from './refuse-at.ts'

/** Refuses a seed after which a collection would be below itself. */
export const checkTree = (store: Store, seed: Seed): void => {
  const parents = new Map((seed.collections ?? []).map(({ id, parentId = 0 }) => [id, parentId]))
  const parentOf = (id: number): number => parents.get(id) ?? storedParent(store, id)
  const ends = new Set([0])
  for (const [index, id] of [...parents.keys()].entries()) {
    const seen = new Set([id])
    let above = parentOf(id)
    while (!ends.has(above) && !seen.has(above)) {
      seen.add(above)
      above = parentOf(above)
    }
    if (above === id) refuseLoop(seed, index, id, parentOf(id))
    // What ends at a root is not followed again; a loop further up is refused at one of its own collections.
    if (ends.has(above)) for (const node of seen) ends.add(node)
  }
}

const storedParent = (store: Store, id: number): number =>
  rowsOf<{ parent: number }>(
    store,
    'SELECT parent_id AS parent FROM collections WHERE id = ?',
    id,
  )[0]?.parent ?? 0

const refuseLoop = (seed: Seed, index: number, id: number, parent: number): void =>
  refuseAt(
    seed,
    ['collections', index, 'parentId'],
    parent === id
      ? `is ${parent}, which is the collection itself`
      : `is ${parent}, which is below ${id}`,
  )
