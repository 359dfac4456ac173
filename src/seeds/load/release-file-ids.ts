import { takeIds } from '../../store/db/sequences.ts'
import type { Store } from '../../store/db/store.ts'

/**
 * Gives new ids to the files of assets that were made of these atoms, before other atoms take their place: a file
 * has the id of its atom, and no id means two things (A-id-1). Approvals that named the atom name the file.
 */
export const releaseFileIds = (store: Store, atomIds: readonly number[]): void => {
  const taken = store.values<number>(TAKEN, JSON.stringify(atomIds))
  if (taken.length === 0) return
  const first = takeIds(store, 'assetOrFile', taken.length)
  for (const [index, id] of taken.entries()) {
    store.run(RENAME_OBJECT, first + index, id)
    store.run('UPDATE sub_resources SET id = ? WHERE id = ?', first + index, id)
  }
}

const TAKEN = `SELECT part.id FROM json_each(?) AS asked
  JOIN sub_resources AS part ON part.id = asked.value JOIN atoms ON atoms.id = part.id
  ORDER BY part.id`

const RENAME_OBJECT = `UPDATE approval_objects SET object_id = ?
  WHERE object_id = ? AND asset_id = (SELECT asset_id FROM sub_resources WHERE id = object_id)`
