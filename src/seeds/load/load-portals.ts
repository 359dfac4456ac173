import { foldForSearch } from '../../kernel/text.ts'
import type { Store } from '../../store/db/store.ts'
import { contentMetadata } from '../../store/db/tables/workspace/metadata.ts'
import {
  portalBlocks,
  portalCollaborators,
  portalContents,
  portalContentTags,
  portals,
} from '../../store/db/tables/workspace/portal.ts'
import type { SeedLists } from '../seed-format.ts'
import { insertAll, putAll, removeOf } from './insert-rows.ts'

const BLOCKS = 'SELECT id FROM portal_blocks WHERE portal_id IN (SELECT value FROM json_each(?))'
const CONTENTS = `SELECT id FROM portal_contents WHERE block_id IN (${BLOCKS})`

export const loadPortals = (store: Store, seed: SeedLists): void => {
  const blocks = seed.portals.flatMap((portal) =>
    portal.blocks.map((block) => ({ ...block, portalId: portal.id })),
  )
  const contents = blocks.flatMap((block) =>
    block.contents.map((content) => ({ ...content, blockId: block.id })),
  )
  const rows = contents.map((content) => ({
    buttonName: '',
    buttonLinkUrl: '',
    ...content,
    searchFolded: foldForSearch(`${content.name}\n${content.text}`),
  }))
  const tags = contents.flatMap(({ id: contentId, tags: given = [] }) =>
    given.map((tag) => ({ contentId, tag })),
  )
  putAll(store, portals, seed.portals)
  removeContents(store, seed)
  insertAll(store, portalBlocks, blocks)
  insertAll(store, portalContents, rows)
  insertAll(store, portalContentTags, tags)
}

const removeContents = (store: Store, { portals: replaced }: SeedLists): void => {
  const ids = JSON.stringify(replaced.map(({ id }) => id))
  const contents = store.all<{ id: number }>(CONTENTS, ids)
  removeOf(store, portalContentTags, 'contentId', contents)
  removeOf(store, contentMetadata, 'contentId', contents)
  removeOf(store, portalContents, 'id', contents)
  removeOf(store, portalBlocks, 'portalId', replaced)
  removeOf(store, portalCollaborators, 'portalId', replaced)
}
