import type { Store } from '../db/store.ts'
import { firstValueOf, rowsOf, runKept } from './kept-statements.ts'
import { type Unit, unitColumns } from './load/load-library.ts'
import { releaseFileIds } from './release-file-ids.ts'
import type { Seed } from './seed-format.ts'
import { refuseAt } from './seed-places.ts'

type Kind = Exclude<keyof Seed, 'fixtures'>

const KEYS = '(SELECT value FROM json_each(?))'
const BLOCKS = `(SELECT id FROM portal_blocks WHERE portal_id IN ${KEYS})`
const CONTENTS = `(SELECT id FROM portal_contents WHERE block_id IN ${BLOCKS})`

const COLLECTION = [
  `DELETE FROM collection_items WHERE collection_id IN ${KEYS}`,
  `DELETE FROM collection_rights WHERE collection_id IN ${KEYS}`,
  `DELETE FROM collected_collections WHERE collection_id IN ${KEYS}`,
]

/** Statements that remove the rows that belong to a replaced thing alone; its own row is changed and not removed. */
const REMOVALS: Partial<Record<Kind, readonly string[]>> = {
  users: [`DELETE FROM user_dimensions WHERE user_id IN ${KEYS}`],
  assets: [
    `DELETE FROM asset_rights WHERE asset_id IN ${KEYS}`,
    `DELETE FROM asset_metadata WHERE asset_id IN ${KEYS}`,
    `DELETE FROM sub_resources WHERE asset_id IN ${KEYS}`,
  ],
  collections: COLLECTION,
  approvals: [`DELETE FROM approval_objects WHERE approval_id IN ${KEYS}`],
  portals: [
    `DELETE FROM portal_content_tags WHERE content_id IN ${CONTENTS}`,
    `DELETE FROM content_metadata WHERE content_id IN ${CONTENTS}`,
    `DELETE FROM portal_contents WHERE block_id IN ${BLOCKS}`,
    `DELETE FROM portal_blocks WHERE portal_id IN ${KEYS}`,
    `DELETE FROM portal_collaborators WHERE portal_id IN ${KEYS}`,
  ],
  uploads: [`DELETE FROM upload_parts WHERE upload_id IN ${KEYS}`],
}

/** A blank and an id: no key of a seed is like it, so that two things can exchange theirs. */
const OUT_OF_THE_WAY = "' ' || id"

/** Statements that free the keys of replaced things that are not their ids. */
const RELEASES: Partial<Record<Kind, string>> = {
  users: `UPDATE users SET email_folded = ${OUT_OF_THE_WAY} WHERE id IN ${KEYS}`,
  dataRoles: `UPDATE data_roles SET code = ${OUT_OF_THE_WAY} WHERE id IN ${KEYS}`,
  portals: `UPDATE portals SET code = hex(randomblob(16)) WHERE id IN ${KEYS}`,
  uploads: `UPDATE uploads SET file_path = ${OUT_OF_THE_WAY} WHERE id IN ${KEYS}`,
}

/** Removes what a fragment replaces; what it would leave dangling is refused. */
export const removeReplaced = (store: Store, seed: Seed): void => {
  for (const [kind, removals] of Object.entries(REMOVALS))
    for (const removal of removals) runFor(store, removal, seed[kind as Kind])
  // What is ingested by the fragment keeps its file.
  releaseFileIds(
    store,
    (seed.atoms ?? []).flatMap(({ id, assetId }) => (assetId === undefined ? id : [])),
  )
  for (const [kind, release] of Object.entries(RELEASES)) runFor(store, release, seed[kind as Kind])
  removeRights(store, seed)
  removeValues(store, seed)
}

const runFor = (store: Store, statement: string, things: readonly object[] = []): void => {
  if (things.length === 0) return
  const keys = JSON.stringify(things.map((thing) => (thing as { id?: unknown }).id))
  runKept(store, statement, keys)
}

/** The rights of a unit on a thing are replaced together. */
const removeRights = (store: Store, { assetRights = [], collectionRights = [] }: Seed): void => {
  const remove = (noun: 'asset' | 'collection', id: number, unit: Unit): void => {
    const { unitType, unitId } = unitColumns(unit)
    const ofUnit = `${noun}_id = ? AND unit_type = ? AND unit_id = ?`
    runKept(store, `DELETE FROM ${noun}_rights WHERE ${ofUnit}`, id, unitType, unitId)
  }
  for (const { assetId, unit } of assetRights) remove('asset', assetId, unit)
  for (const { collectionId, unit } of collectionRights) remove('collection', collectionId, unit)
}

const LEFT = `SELECT code FROM metadata_values WHERE field_code = ?
  AND code NOT IN (SELECT value FROM json_each(?)) ORDER BY code`

const CARRIER = `SELECT 'assets, id ' || asset_id AS owner FROM asset_metadata WHERE field_code = @field AND value_code = @code
  UNION ALL SELECT 'contents, id ' || content_id FROM content_metadata WHERE field_code = @field AND value_code = @code
  ORDER BY owner LIMIT 1`

/** Removes values that a replaced field no longer has, unless something outside of the fragment carries them. */
const removeValues = (store: Store, seed: Seed): void => {
  for (const [index, { code: field, values }] of (seed.metadataFields ?? []).entries()) {
    const kept = JSON.stringify(values.map(({ code }) => code))
    for (const { code } of rowsOf<{ code: string }>(store, LEFT, field, kept)) {
      const owner = firstValueOf<string>(store, CARRIER, { field, code })
      const path = ['metadataFields', index, 'values']
      if (owner) refuseAt(seed, path, `leaves out "${code}", which is carried by ${owner}`)
      runKept(store, 'DELETE FROM metadata_values WHERE field_code = ? AND code = ?', field, code)
    }
  }
}
