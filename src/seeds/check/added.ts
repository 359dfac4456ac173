import type { Seed } from '../seed-format.ts'
import type { SeedMode } from './check-keys.ts'

/**
 * The rows that a seed has added by kind: ids, codes of fields, names of fixtures, the collections of a seed that
 * replaces nothing, and pairs of a collection and a user who has collected it.
 */
export type Added = Readonly<Record<keyof ReturnType<typeof listAdded>, readonly unknown[]>>

const idsOf = (rows: readonly { id: number }[] = []): number[] => rows.map(({ id }) => id)

const listAdded = (seed: Seed, mode: SeedMode) => ({
  users: idsOf(seed.users),
  departments: idsOf(seed.departments),
  assets: idsOf(seed.assets),
  approvedAssets: [
    ...idsOf(seed.assets),
    ...(seed.approvals ?? []).flatMap(({ assetIds, objects = [] }) => [...assetIds, ...objects]),
  ],
  atoms: idsOf(seed.atoms),
  collections: idsOf(seed.collections),
  placed: mode === 'add' ? idsOf(seed.collections) : [],
  collected: (seed.collections ?? []).flatMap(({ id, collectedBy = [] }) =>
    collectedBy.map((userId) => [id, userId]),
  ),
  contents: (seed.portals ?? []).flatMap(({ blocks }) =>
    blocks.flatMap(({ contents }) => idsOf(contents)),
  ),
  metadataFields: (seed.metadataFields ?? []).map(({ code }) => code),
  approvals: idsOf(seed.approvals),
  socialPosts: idsOf(seed.socialPosts),
  fixtures: Object.keys(seed.fixtures ?? {}),
})

/** Lists the rows that a seed has added. */
export const addedBy = (seed: Seed, mode: SeedMode): Added => listAdded(seed, mode)
