import type { Store } from '../db/store.ts'
import { checkKeys, type SeedMode } from './check/check-keys.ts'
import { checkReferences } from './check/check-references.ts'
import { checkRules } from './check/rules.ts'
import { loadCarriedMetadata } from './load/carried-metadata.ts'
import { deriveValues, findApproved } from './load/derive-values.ts'
import { loadApprovals } from './load/load-approvals.ts'
import { loadCollectionRights, loadCollections } from './load/load-collections.ts'
import { loadCrowds } from './load/load-crowds.ts'
import {
  loadMarketing,
  loadMetadata,
  loadPortals,
  loadSocialPosts,
} from './load/load-distribution.ts'
import { loadFiles, loadUploads } from './load/load-files.ts'
import { loadFixtures } from './load/load-fixtures.ts'
import { loadAssetRights, loadAssets } from './load/load-library.ts'
import { loadUsers } from './load/load-users.ts'
import { removeReplaced } from './remove-replaced.ts'
import type { SeedFiles } from './seed-files.ts'
import type { Seed } from './seed-format.ts'

/** How a seed is loaded. */
export interface LoadOptions {
  /** Maximum number of levels of all added collections together, each of which becomes a row. */
  maxLevels?: number
  /** Whether ids that are taken are refused, or their rows replaced; references to those stay. */
  mode?: SeedMode
  /** Whether contradictions refuse it; those of named states, which a clock that was set back causes, do not. */
  isJudged?: boolean
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
    checkKeys(store, seed, mode)
    checkReferences(store, seed)
    const approvedBefore = findApproved(store, seed)
    if (mode === 'replace') removeReplaced(store, seed)
    loadFiles(store, files)
    loadUsers(store, seed)
    loadAssets(store, seed, files)
    loadAssetRights(store, seed)
    loadCollections(store, seed, maxLevels)
    loadCollectionRights(store, seed)
    loadApprovals(store, seed, generatorSeed)
    deriveValues(store, seed, approvedBefore)
    loadCrowds(store, seed)
    loadPortals(store, seed)
    loadMarketing(store, seed)
    loadMetadata(store, seed)
    loadCarriedMetadata(store, seed)
    loadSocialPosts(store, seed)
    loadUploads(store, seed, files)
    loadFixtures(store, seed)
    if (isJudged) checkRules(store, seed)
  })
}
