import { sql } from 'drizzle-orm'
import { prepared, type Store } from '../../db/store.ts'
import { fixtures } from '../../db/tables/workspace/fixtures.ts'
import type { Seed } from '../seed-format.ts'

const putFixture = prepared((store) =>
  store.orm
    .insert(fixtures)
    .values({ name: sql.placeholder('name'), value: sql.placeholder('value') })
    .onConflictDoUpdate({ target: fixtures.name, set: { value: sql`excluded.value` } })
    .prepare(),
)

/** Loads fixtures, which replace those with the same name. */
export const loadFixtures = (store: Store, seed: Seed): void => {
  for (const [name, value] of Object.entries(seed.fixtures ?? {}))
    putFixture(store).run({ name, value: JSON.stringify(value) })
}
