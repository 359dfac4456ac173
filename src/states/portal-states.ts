import { portalBlocks, portalContents, portals } from '../db/tables/workspace/portal.ts'
import { streamValue } from '../kernel/streams.ts'
import type { SeedRow } from '../seeds/seed-format.ts'
import { PICTURE, pictureAsset, takeAsset } from './builders.ts'
import { freeId } from './free-id.ts'
import { defineState, type StateContext } from './named-state.ts'

type Portal = SeedRow<'portals'>

const takeBlock = ({ store, workspace }: StateContext) => {
  const portalId = freeId(store, portals)
  const value = streamValue(workspace.record.generatorSeed, 'ids', `portal ${portalId}`)
  return { portalId, portalCode: value.toUpperCase(), blockId: freeId(store, portalBlocks) }
}

const portalOf = (
  { portalId: id, portalCode: code, blockId }: ReturnType<typeof takeBlock>,
  name: string,
  block: string,
  contents: Portal['blocks'][number]['contents'],
): Portal => ({ id, code, name, blocks: [{ id: blockId, name: block, contents }] })

/** States of portals. */
export const portalStates = {
  'portal-content-published': defineState({
    sentence: 'A block of a portal shows one content, with a tag and a picture.',
    needs: { names: [PICTURE] },
    take: (context) => ({
      ...takeBlock(context),
      contentId: freeId(context.store, portalContents),
      tag: 'spring',
      ...takeAsset(context.store),
    }),
    seed: (context, ids) => ({
      assets: [pictureAsset(context, ids)],
      portals: [
        portalOf(ids, 'Spring', 'New', [
          {
            id: ids.contentId,
            coreId: ids.assetId,
            name: 'First flush',
            text: 'The first flush has arrived.',
            tags: [ids.tag],
            publishedAtMs: context.nowMs,
          },
        ]),
      ],
    }),
  }),

  'portal-block-empty': defineState({
    sentence: 'A block of a portal shows nothing.',
    take: takeBlock,
    seed: (_context, ids) => ({ portals: [portalOf(ids, 'Bare', 'Bare', [])] }),
  }),
}
