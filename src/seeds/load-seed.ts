import type { Store } from '../db/store.ts'
import { checkFileIds } from './check/file-ids.ts'
import { checkLoaded } from './check-loaded.ts'
import { loadCarriedMetadata } from './load/carried-metadata.ts'
import { loadApprovals } from './load/load-approvals.ts'
import { loadCollectionRights, loadCollections } from './load/load-collections.ts'
import {
  loadCrowds,
  loadMarketing,
  loadMetadata,
  loadPortals,
  loadSocialPosts,
} from './load/load-distribution.ts'
import { loadFiles, loadUploads } from './load/load-files.ts'
import { loadFixtures } from './load/load-fixtures.ts'
import { loadAssetRights, loadAssets } from './load/load-library.ts'
import { loadUsers } from './load/load-users.ts'
import type { SeedFiles } from './seed-files.ts'
import type { Seed } from './seed-format.ts'

/**
 * Adds a checked seed to a store, as a whole or not at all. Later kinds refer to earlier ones.
 * `maxLevels` bounds the rows that a tree of collections becomes.
 */
export const loadSeed = (
  store: Store,
  seed: Seed,
  files: SeedFiles,
  generatorSeed: number,
  maxLevels = Number.POSITIVE_INFINITY,
): void => {
  store.transaction(() => {
    loadFiles(store, files)
    loadUsers(store, seed)
    loadAssets(store, seed, files)
    loadAssetRights(store, seed)
    loadCollections(store, seed, maxLevels)
    loadCollectionRights(store, seed)
    loadApprovals(store, seed, generatorSeed)
    loadCrowds(store, seed)
    loadPortals(store, seed)
    loadMarketing(store, seed)
    loadMetadata(store, seed)
    loadCarriedMetadata(store, seed)
    loadSocialPosts(store, seed)
    loadUploads(store, seed, files)
    loadFixtures(store, seed)
    checkFileIds(store, seed)
    checkLoaded(store, seed)
  })
}
