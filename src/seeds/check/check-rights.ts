import type { Store } from '../../db/store.ts'
import { quote } from '../../errors/quote.ts'
import { replaceHint } from '../../errors/replace-hint.ts'
import { rowsOf } from '../kept-statements.ts'
import { type Unit, unitColumns } from '../load/load-library.ts'
import type { Seed } from '../seed-format.ts'
import type { SeedMode } from './check-keys.ts'
import { placeOf, refuseAt } from './refuse-at.ts'
import { type Path, walk } from './walk.ts'

/** The rights of a seed on one kind of things: those beside the things, and those inside of them. */
interface Rights {
  beside: 'assetRights' | 'collectionRights'
  inside: 'assets' | 'collections'
  /** The stored rights with a key, as the JSON text of it. */
  query: string
}

interface Right {
  unit: Unit
  assetId?: number
  collectionId?: number
  role?: string
}

const RIGHTS: readonly Rights[] = [
  {
    beside: 'assetRights',
    inside: 'assets',
    query: `SELECT json_array(asset_id, unit_type, unit_id, code) AS key
      FROM asset_rights JOIN data_roles ON data_roles.id = data_role_id
      WHERE asset_id IN (SELECT value ->> 0 FROM json_each(?))`,
  },
  {
    beside: 'collectionRights',
    inside: 'collections',
    query: `SELECT json_array(collection_id, unit_type, unit_id) AS key
      FROM collection_rights WHERE collection_id IN (SELECT value ->> 0 FROM json_each(?))`,
  },
]

/** Refuses a seed that gives a right twice, or one that the database has already. */
export const checkRights = (store: Store, seed: Seed, mode: SeedMode): void => {
  for (const rights of RIGHTS) checkKind(store, seed, rights, mode)
}

const checkKind = (store: Store, seed: Seed, { beside, inside, query }: Rights, mode: SeedMode) => {
  const paths = new Map<string, Path>()
  const add = (id: unknown, { unit, role }: Right, path: Path): string => {
    const { unitType, unitId } = unitColumns(unit)
    const key = JSON.stringify([id, unitType, unitId, ...(role === undefined ? [] : [role])])
    const other = paths.get(key)
    if (other)
      refuseRight(seed, path, unit, `has this right twice, also at ${placeOf(seed, other)}`)
    paths.set(key, [...path, 'unit'])
    return key
  }
  walk(seed, `${inside}/*/rights/*`, (right, path) =>
    add(seed[inside]?.[Number(path[1])]?.id, right as Right, path),
  )
  const wanted = new Map<string, readonly [Path, Unit]>()
  walk(seed, `${beside}/*`, (value, path) => {
    const right = value as Right
    wanted.set(add(right.assetId ?? right.collectionId, right, path), [[...path], right.unit])
  })
  if (wanted.size === 0 || mode === 'replace') return
  const keys = [...wanted.keys()].map((key) => JSON.parse(key))
  for (const { key } of rowsOf<{ key: string }>(store, query, JSON.stringify(keys))) {
    const [path, unit] = wanted.get(key) ?? []
    if (path && unit) refuseRight(seed, path, unit, `has this right already${replaceHint('http')}`)
  }
}

const refuseRight = (seed: Seed, path: Path, unit: Unit, sentence: string): never =>
  refuseAt(seed, [...path, 'unit'], `${quote(unit)} ${sentence}`)
