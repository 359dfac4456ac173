import { takeIds } from '../../db/sequences.ts'
import type { Store } from '../../db/store.ts'
import { crowdMembers, crowdPacks } from '../../db/tables/workspace/crowds.ts'
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
import { newPackRow } from '../../domain/crowds/packs.ts'
import { foldCase } from '../../kernel/text.ts'
import type { Seed } from '../seed-format.ts'
import { insertAll } from './insert-rows.ts'

/** Loads crowd packs with their members. */
export const loadCrowds = (store: Store, seed: Seed): void => {
  const packs = seed.crowdPacks ?? []
  const wireIds = new Set(packs.map(({ id }) => id))
  const rows = packs.map(({ members: _, ...pack }) => ({
    ...pack,
    selfAgent: pack.selfAgent ?? 0,
    isComplete: pack.isComplete ?? false,
    ...newPackRow(store, pack.id, wireIds),
  }))
  insertAll(store, crowdPacks, rows)
  for (const [place, { members }] of packs.entries()) {
    const packId = rows[place]?.id ?? 0
    const firstId = takeIds(store, 'crowdMember', members.length)
    insertAll(
      store,
      crowdMembers,
      members.map((sign, index) => ({ id: firstId + index, packId, sign })),
    )
  }
}

/** Loads portals with blocks and contents. */
export const loadPortals = (store: Store, seed: Seed): void => {
  const seedPortals = seed.portals ?? []
  const blocks = seedPortals.flatMap((portal) =>
    portal.blocks.map((block) => ({ ...block, portalId: portal.id })),
  )
  const contents = blocks.flatMap((block) =>
    block.contents.map((content) => ({ ...content, blockId: block.id })),
  )
  insertAll(store, portals, seedPortals)
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
  insertAll(store, marketingPlans, seed.marketingPlans ?? [])
  insertAll(store, contentGroups, seed.contentGroups ?? [])
  insertAll(store, marketingTasks, seed.marketingTasks ?? [])
}

/** Loads metadata fields with their values. */
export const loadMetadata = (store: Store, seed: Seed): void => {
  const fields = seed.metadataFields ?? []
  insertAll(store, metadataFields, fields)
  insertAll(
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
  insertAll(
    store,
    socialPosts,
    (seed.socialPosts ?? []).map((post) => ({ ...post, year: post.createDate.slice(0, 4) })),
  )
}
