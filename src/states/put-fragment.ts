import type { Store } from '../db/store.ts'
import { deletePackById } from '../domain/crowds/packs.ts'
import { loadSeed } from '../seeds/load-seed.ts'
import { releaseFileIds } from '../seeds/release-file-ids.ts'
import type { SeedFiles } from '../seeds/seed-files.ts'
import type { Seed } from '../seeds/seed-format.ts'

type Kind = Exclude<keyof Seed, 'fixtures'>

const contentsOf = 'SELECT c.id FROM portal_contents c JOIN portal_blocks b ON b.id = c.block_id'

const COLLECTION = [
  'DELETE FROM collection_items WHERE collection_id = ?',
  'DELETE FROM collection_rights WHERE collection_id = ?',
  'DELETE FROM collection_ancestors WHERE collection_id = ?',
  'DELETE FROM collected_collections WHERE collection_id = ?',
  'DELETE FROM collections WHERE id = ?',
]

/** Statements that remove a row of a kind and the rows that belong to it alone. */
const REMOVALS: Partial<Record<Kind, readonly string[]>> = {
  assets: [
    'DELETE FROM asset_rights WHERE asset_id = ?',
    'DELETE FROM asset_metadata WHERE asset_id = ?',
    'DELETE FROM sub_resources WHERE asset_id = ?',
    'DELETE FROM assets WHERE id = ?',
  ],
  atoms: ['DELETE FROM atoms WHERE id = ?'],
  collections: COLLECTION,
  archiveGroups: COLLECTION,
  approvals: [
    'DELETE FROM approval_tasks WHERE approval_id = ?',
    'DELETE FROM approval_objects WHERE approval_id = ?',
    'DELETE FROM approvals WHERE id = ?',
  ],
  portals: [
    `DELETE FROM portal_content_tags WHERE content_id IN (${contentsOf} WHERE b.portal_id = ?)`,
    `DELETE FROM content_metadata WHERE content_id IN (${contentsOf} WHERE b.portal_id = ?)`,
    `DELETE FROM portal_contents WHERE id IN (${contentsOf} WHERE b.portal_id = ?)`,
    'DELETE FROM portal_blocks WHERE portal_id = ?',
    'DELETE FROM portal_collaborators WHERE portal_id = ?',
    'DELETE FROM portals WHERE id = ?',
  ],
  marketingTasks: ['DELETE FROM marketing_tasks WHERE id = ?'],
  marketingPlans: ['DELETE FROM marketing_plans WHERE id = ?'],
  contentGroups: ['DELETE FROM content_groups WHERE id = ?'],
  metadataFields: [
    'DELETE FROM metadata_values WHERE field_code = ?',
    'DELETE FROM metadata_fields WHERE code = ?',
  ],
  socialPosts: ['DELETE FROM social_posts WHERE id = ?'],
  uploads: ['DELETE FROM upload_parts WHERE upload_id = ?', 'DELETE FROM uploads WHERE id = ?'],
}

/**
 * Adds a seed fragment inside a transaction; it replaces rows with the same ids, and references to them stay.
 */
export const putFragment = (
  store: Store,
  seed: Seed,
  files: SeedFiles,
  generatorSeed: number,
): void => {
  store.sqlite.pragma('defer_foreign_keys = ON')
  for (const [kind, removals] of Object.entries(REMOVALS)) {
    if (kind === 'atoms') releaseFileIds(store, keysOf(seed.atoms ?? []).map(Number))
    for (const removal of removals) {
      const statement = store.sqlite.prepare<[number | string]>(removal)
      for (const key of keysOf(seed[kind as Kind] ?? [])) statement.run(key)
    }
  }
  for (const { id } of seed.crowdPacks ?? []) deletePackById(store, id)
  loadSeed(store, seed, files, generatorSeed)
}

const keysOf = (things: readonly object[]): (number | string)[] =>
  things.map((thing) => ('id' in thing ? thing.id : (thing as { code: string }).code)) as (
    | number
    | string
  )[]
