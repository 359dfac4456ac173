import { keepFile } from '../domain/files/kept-files.ts'
import type { Store } from '../store/db/store.ts'
import {
  contentGroups,
  marketingPlans,
  marketingTasks,
} from '../store/db/tables/workspace/marketing.ts'
import { fixtures } from '../store/db/tables/workspace/named-values.ts'
import { socialPosts } from '../store/db/tables/workspace/social.ts'
import { checkNames, type SeedMode } from './check-names.ts'
import { checkRules } from './check-rules.ts'
import { deriveValues, findApproved } from './load/derive-values.ts'
import { putAll } from './load/insert-rows.ts'
import { loadApprovals } from './load/load-approvals.ts'
import { loadAssets } from './load/load-assets.ts'
import { loadCollections } from './load/load-collections.ts'
import { loadCrowds } from './load/load-crowds.ts'
import { loadMetadata } from './load/load-metadata.ts'
import { loadPortals } from './load/load-portals.ts'
import { loadUploads } from './load/load-uploads.ts'
import { loadUsers } from './load/load-users.ts'
import type { SeedFiles } from './seed-files.ts'
import { listsOf, type Seed, type SeedLists } from './seed-format.ts'

export interface LoadOptions {
  /** Maximum number of levels of all added collections together, each of which becomes a row. */
  maxLevels?: number
  /** What happens to ids that are already in use: they are refused, or their rows are replaced and references to them kept. */
  mode?: SeedMode
  /** True if contradictions refuse it; contradictions in named states, which a clock that was set back causes, do not. */
  isJudged?: boolean
}

/** Frees the keys of replaced rows, so that two of them can exchange theirs: no key of a seed begins with a blank. */
const releaseKeys = (store: Store, { users, dataRoles, portals, uploads }: SeedLists): void => {
  for (const [change, rows] of [
    ["users SET email_folded = ' ' || id", users],
    ["data_roles SET code = ' ' || id", dataRoles],
    ['portals SET code = hex(randomblob(16))', portals],
    ["uploads SET file_path = ' ' || id", uploads],
  ] as const)
    store.run(
      `UPDATE ${change} WHERE id IN (SELECT value FROM json_each(?))`,
      JSON.stringify(rows.map(({ id }) => id)),
    )
}

/** Adds a checked seed to a store, as a whole or not at all. Later kinds refer to earlier ones. */
export const loadSeed = (
  store: Store,
  seed: Seed,
  files: SeedFiles,
  generatorSeed: number,
  { maxLevels = Number.POSITIVE_INFINITY, mode = 'add', isJudged = true }: LoadOptions = {},
): void => {
  store.transaction(() => {
    const keys = checkNames(store, seed, mode)
    const lists = listsOf(seed)
    const approvedBefore = findApproved(store, lists)
    for (const file of files.byName.values()) keepFile(store, file)
    if (mode === 'replace') releaseKeys(store, lists)
    loadUsers(store, lists)
    loadAssets(store, lists, files, mode)
    loadCollections(store, lists, { maxLevels, mode })
    loadApprovals(store, lists, generatorSeed)
    deriveValues(store, lists, approvedBefore)
    loadCrowds(store, lists)
    loadPortals(store, lists)
    putAll(store, marketingPlans, lists.marketingPlans)
    putAll(store, contentGroups, lists.contentGroups)
    putAll(store, marketingTasks, lists.marketingTasks)
    loadMetadata(store, lists)
    const posts = lists.socialPosts.map((post) => ({ ...post, year: post.createDate.slice(0, 4) }))
    putAll(store, socialPosts, posts)
    loadUploads(store, lists, files)
    const named = Object.entries(seed.fixtures ?? {})
    putAll(
      store,
      fixtures,
      named.map(([name, value]) => ({ name, value: JSON.stringify(value) })),
    )
    if (isJudged) checkRules(store, keys)
  })
}
