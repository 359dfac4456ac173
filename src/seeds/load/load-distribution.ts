import type { Store } from '../../db/store.ts'
import {
  contentGroups,
  marketingPlans,
  marketingTasks,
} from '../../db/tables/workspace/marketing.ts'
import { metadataFields, metadataValues } from '../../db/tables/workspace/metadata.ts'
import {
  portalBlocks,
  portalContents,
  portalContentTags,
  portals,
} from '../../db/tables/workspace/portal.ts'
import { socialPosts } from '../../db/tables/workspace/social.ts'
import { foldCase } from '../../kernel/text.ts'
import type { Seed } from '../seed-format.ts'
import { insertAll, putAll } from './insert-rows.ts'

/** Loads portals with blocks and contents. */
export const loadPortals = (store: Store, seed: Seed): void => {
  const seedPortals = seed.portals ?? []
  const blocks = seedPortals.flatMap((portal) =>
    portal.blocks.map((block) => ({ ...block, portalId: portal.id })),
  )
  const contents = blocks.flatMap((block) =>
    block.contents.map((content) => ({ ...content, blockId: block.id })),
  )
  putAll(store, portals, seedPortals)
  insertAll(store, portalBlocks, blocks)
  insertAll(
    store,
    portalContents,
    contents.map(({ tags: _, metadata: __, ...content }) => ({
      ...content,
      searchFolded: foldCase(`${content.name}\n${content.text}`),
      stoppedAtMs: content.stoppedAtMs ?? null,
      buttonName: content.buttonName ?? '',
      buttonLinkUrl: content.buttonLinkUrl ?? '',
    })),
  )
  insertAll(
    store,
    portalContentTags,
    contents.flatMap(({ id, tags }) => (tags ?? []).map((tag) => ({ contentId: id, tag }))),
  )
}

/** Loads marketing plans, content groups and tasks. */
export const loadMarketing = (store: Store, seed: Seed): void => {
  putAll(store, marketingPlans, seed.marketingPlans ?? [])
  putAll(store, contentGroups, seed.contentGroups ?? [])
  putAll(store, marketingTasks, seed.marketingTasks ?? [])
}

/** Loads metadata fields with their values. */
export const loadMetadata = (store: Store, seed: Seed): void => {
  const fields = seed.metadataFields ?? []
  putAll(store, metadataFields, fields)
  putAll(
    store,
    metadataValues,
    fields.flatMap((field) =>
      field.values.map((value, index) => ({
        ...value,
        fieldCode: field.code,
        parentCode: value.parentCode ?? null,
        sort: value.sort ?? index,
      })),
    ),
  )
}

/** Loads posts on social media; the year of a post is that of its `createDate`. */
export const loadSocialPosts = (store: Store, seed: Seed): void => {
  putAll(
    store,
    socialPosts,
    (seed.socialPosts ?? []).map((post) => ({ ...post, year: post.createDate.slice(0, 4) })),
  )
}
