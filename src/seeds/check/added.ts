import type { Seed } from '../seed-format.ts'
import type { SeedMode } from './check-keys.ts'
import { valuesAt } from './walk.ts'

/**
 * The rows that a seed has added by kind: ids, codes of fields, names of fixtures, and the collections of a seed
 * that replaces nothing.
 */
export type Added = Readonly<Record<keyof ReturnType<typeof listAdded>, readonly unknown[]>>

const listAdded = (seed: Seed, mode: SeedMode) => ({
  users: valuesAt(seed, ['users/*/id']),
  departments: valuesAt(seed, ['departments/*/id']),
  assets: valuesAt(seed, ['assets/*/id']),
  approvedAssets: valuesAt(seed, [
    'assets/*/id',
    'approvals/*/assetIds/*',
    'approvals/*/objects/*',
  ]),
  atoms: valuesAt(seed, ['atoms/*/id']),
  collections: valuesAt(seed, ['collections/*/id']),
  placed: mode === 'add' ? valuesAt(seed, ['collections/*/id']) : [],
  contents: valuesAt(seed, ['portals/*/blocks/*/contents/*/id']),
  metadataFields: valuesAt(seed, ['metadataFields/*/code']),
  approvals: valuesAt(seed, ['approvals/*/id']),
  socialPosts: valuesAt(seed, ['socialPosts/*/id']),
  fixtures: Object.keys(seed.fixtures ?? {}),
})

/** Lists the rows that a seed has added. */
export const addedBy = (seed: Seed, mode: SeedMode): Added => listAdded(seed, mode)
