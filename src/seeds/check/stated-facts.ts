import type { Store } from '../../db/store.ts'
import { isSameMediaType } from '../../domain/assets/media-types.ts'
import { quote } from '../../errors/quote.ts'
import type { Seed } from '../seed-format.ts'

type SeedAsset = NonNullable<Seed['assets']>[number]
type Part = SeedAsset['subResources'][number]
type SeedAtom = NonNullable<Seed['atoms']>[number]

/** Facts of a file that a seed may state beside its name. */
const FACTS = [
  'mediaType',
  'sizeBytes',
  'uniMd5',
  'width',
  'height',
  'durationMs',
  'wordNum',
] as const satisfies readonly (keyof Part)[]

type Facts = Readonly<Partial<Record<(typeof FACTS)[number], number | string | null>>>

const factsIn = (table: 'sub_resources' | 'atoms', others: string): string =>
  `SELECT media_type AS mediaType, size_bytes AS sizeBytes, width, height, duration_ms AS durationMs,
     word_num AS wordNum${others} FROM ${table} WHERE id = ?`

/** The first fact of a part or an atom that differs from what was found in its file. */
export const findFalseFact = (
  store: Store,
  { assets = [], atoms = [] }: Seed,
): string | undefined =>
  findAmong(
    store,
    factsIn('sub_resources', ', uni_md5 AS uniMd5'),
    assets.flatMap(({ id, subResources }) =>
      subResources.map((part): Named => [part, `part ${part.id} of asset ${id}`]),
    ),
  ) ??
  findAmong(
    store,
    factsIn('atoms', ''),
    atoms.map((atom): Named => [atom, `atom ${atom.id}`]),
  )

type Named = readonly [stated: Part | SeedAtom, name: string]

const findAmong = (store: Store, query: string, rows: readonly Named[]): string | undefined => {
  const stating = rows.filter(
    ([{ file, ...row }]) => file !== undefined && FACTS.some((key) => key in row),
  )
  if (stating.length === 0) return undefined
  const statement = store.sqlite.prepare<[number], Facts>(query)
  for (const [stated, name] of stating) {
    const found = statement.get(stated.id) ?? {}
    const key = FACTS.find((fact) => differs(fact, stated, found))
    if (key)
      return `${name} has ${key} ${quote(Reflect.get(stated, key))}, but its file ${stated.file} has ${quote(found[key])}`
  }
  return undefined
}

const differs = (key: keyof Facts, stated: Facts, found: Facts): boolean => {
  const [one, other] = [stated[key], found[key]]
  if (one == null || other == null) return false
  if (key === 'mediaType') return !isSameMediaType(String(one), String(other))
  return one !== other
}
