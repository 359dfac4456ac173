import type { Store } from '../../db/store.ts'
import { quote } from '../../errors/quote.ts'
import { rowsOf } from '../kept-statements.ts'
import type { Seed } from '../seed-format.ts'
import { type Key, OWN_KEYS, ROLE_CODES } from './keys.ts'
import { refuseAt } from './refuse-at.ts'
import { type Path, valuesAt, walk } from './walk.ts'

const UNITS = ['assets/*/rights/*', 'assetRights/*', 'collections/*/rights/*', 'collectionRights/*']

/** The places of a seed that name something, by the kind of thing. */
const REFERENCES = {
  departments: [
    'departments/*/parentId',
    'users/*/deptId',
    ...UNITS.map((right) => `${right}/unit/department`),
  ],
  dimensions: ['users/*/dimensionIds/*'],
  dataRoles: ['assets/*/rights/*/role', 'assetRights/*/role'],
  users: [
    'users/*/lineManagerUserId',
    'assets/*/createUser',
    'assets/*/updateUser',
    'atoms/*/createUser',
    'collections/*/createUser',
    'collections/*/updateUser',
    'collections/*/collectedBy/*',
    'approvals/*/submitter',
    'approvals/*/tasks/*/assignee',
    ...UNITS.map((right) => `${right}/unit/user`),
  ],
  assets: [
    'assetRights/*/assetId',
    'atoms/*/assetId',
    'collections/*/assetIds/*',
    'approvals/*/assetIds/*',
    'portals/*/blocks/*/contents/*/coreId',
  ],
  collections: ['collections/*/parentId', 'collectionRights/*/collectionId'],
  processDefinitions: ['approvals/*/processDefinitionId'],
  marketingPlans: ['marketingTasks/*/planId'],
  contentGroups: ['marketingTasks/*/contentGroupId'],
} as const satisfies Partial<Record<keyof typeof OWN_KEYS, readonly string[]>>

type Target = keyof typeof REFERENCES

/** The keys by which things are named. */
const NAMED_BY: Readonly<Record<Target, Key>> = { ...OWN_KEYS, dataRoles: ROLE_CODES }

/** Refuses a seed that names something which is neither in it nor in the database. */
export const checkReferences = (store: Store, seed: Seed): void => {
  for (const target of Object.keys(REFERENCES) as Target[]) checkTarget(store, seed, target)
  checkCarriedValues(store, seed)
}

const checkTarget = (store: Store, seed: Seed, target: Target): void => {
  const { places, query } = NAMED_BY[target]
  const own = new Set(valuesAt(seed, places))
  const others = new Map<unknown, Path>()
  for (const place of REFERENCES[target])
    walk(seed, place, (value, path) => {
      if (!own.has(value) && !others.has(value)) others.set(value, [...path])
    })
  if (others.size === 0) return
  const stored = rowsOf<{ key: unknown }>(store, query, JSON.stringify([...others.keys()]))
  const present = new Set(stored.map(({ key }) => key))
  for (const [value, path] of others)
    if (!present.has(value))
      refuseAt(seed, path, `is ${quote(value)}, which is not among the ${target}`)
}

const CARRIED = ['assets/*/metadata/*/*', 'portals/*/blocks/*/contents/*/metadata/*/*']
const PARENTS = 'metadataFields/*/values/*/parentCode'

/** Values of metadata fields are named by two codes; those of a field in the seed are the ones that it lists. */
const checkCarriedValues = (store: Store, seed: Seed): void => {
  const listed = new Map(
    (seed.metadataFields ?? []).map(({ code, values }) => [
      code,
      new Set(values.map((value) => value.code)),
    ]),
  )
  const known = (field: string): ReadonlySet<string> | undefined => {
    const found = listed.get(field) ?? storedValues(store, field)
    if (found) listed.set(field, found)
    return found
  }
  for (const place of CARRIED)
    walk(seed, place, (value, path) => {
      const field = String(path.at(-2))
      const values = known(field)
      if (!values)
        refuseAt(
          seed,
          path.slice(0, -1),
          `is for the field "${field}", which is not among the metadataFields`,
        )
      if (!values?.has(String(value)))
        refuseAt(seed, path, `is ${quote(value)}, which is not among the values of the field`)
    })
  walk(seed, PARENTS, (value, path) => {
    const { code } = seed.metadataFields?.[Number(path[1])] ?? {}
    if (code === undefined || !listed.get(code)?.has(String(value)))
      refuseAt(seed, path, `is ${quote(value)}, which is not among the values of the field`)
  })
}

const storedValues = (store: Store, field: string): Set<string> | undefined => {
  const rows = rowsOf<{ code: string | null }>(
    store,
    `SELECT v.code AS code FROM metadata_fields f LEFT JOIN metadata_values v ON v.field_code = f.code
     WHERE f.code = ?`,
    field,
  )
  return rows.length === 0 ? undefined : new Set(rows.flatMap(({ code }) => code ?? []))
}
