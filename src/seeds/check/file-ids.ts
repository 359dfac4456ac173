import type { Store } from '../../db/store.ts'
import { InvalidDataError } from '../../errors/invalid-data-error.ts'
import type { Seed } from '../seed-format.ts'
import { valuesAt } from './walk.ts'

interface Shared {
  id: number
  isAsset: number
  partOf: number | null
  isAtom: number
}

const NAMED = `FROM json_each(?) AS asked
   LEFT JOIN assets ON assets.id = asked.value
   LEFT JOIN sub_resources AS part ON part.id = asked.value
   LEFT JOIN atoms ON atoms.id = asked.value`

/** An atom and the part that it became are one file. */
const IS_SAME_FILE = 'coalesce(part.asset_id = atoms.asset_id, 0)'

const SHARED = `SELECT asked.value AS id, assets.id IS NOT NULL AS isAsset, part.asset_id AS partOf,
     atoms.id IS NOT NULL AND NOT ${IS_SAME_FILE} AS isAtom
   ${NAMED}
   WHERE (assets.id IS NOT NULL) + (part.id IS NOT NULL)
     + (atoms.id IS NOT NULL AND NOT ${IS_SAME_FILE}) > 1
   ORDER BY asked.value LIMIT 1`

const FILE_ELSEWHERE = `SELECT format('atom %d became asset %d, which has no part %d', atoms.id, atoms.asset_id, atoms.id)
   ${NAMED}
   WHERE atoms.asset_id IS NOT NULL AND NOT ${IS_SAME_FILE}
   ORDER BY asked.value LIMIT 1`

/** Refuses a seed that uses one id for two of assets, their parts and atoms, earlier ones included (A-id-1). */
export const checkFileIds = (store: Store, seed: Seed): void => {
  const atomIds = valuesAt(seed, ['atoms/*/id'])
  const ids = [...valuesAt(seed, ['assets/*/id', 'assets/*/subResources/*/id']), ...atomIds]
  if (ids.length === 0) return
  const shared = store.sqlite.prepare<[string], Shared>(SHARED).get(JSON.stringify(ids))
  if (shared)
    refuse(
      `${placesOf(shared).join(' and ')} have one id; assets, their parts and atoms share ids, so one of them needs another`,
    )
  if (atomIds.length === 0) return
  const statement = store.sqlite.prepare<[string], string>(FILE_ELSEWHERE).pluck()
  const elsewhere = statement.get(JSON.stringify(atomIds))
  if (elsewhere !== undefined) refuse(elsewhere)
}

const placesOf = ({ id, isAsset, partOf, isAtom }: Shared): string[] => [
  ...(isAsset ? [`asset ${id}`] : []),
  ...(partOf === null ? [] : [`part ${id} of asset ${partOf}`]),
  ...(isAtom ? [`atom ${id}`] : []),
]

const refuse = (problem: string): never => {
  throw new InvalidDataError(`the seed contradicts itself: ${problem}`)
}
