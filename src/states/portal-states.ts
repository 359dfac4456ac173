import { portalBlocks, portalContents, portals } from '../db/tables/workspace/portal.ts'
import { streamValue } from '../kernel/streams.ts'
import { assetOf, filePart, takeAsset } from './builders.ts'
import { freeId } from './free-id.ts'
import { defineState, type StateContext } from './named-state.ts'

const PICTURE = 'serum-packshot.png'

const takeBlock = ({ store, workspace }: StateContext) => {
  const portalId = freeId(store, portals)
  const value = streamValue(workspace.record.generatorSeed, 'ids', `portal ${portalId}`)
  return {
    portalId,
    portalCode: value.toUpperCase(),
    blockId: freeId(store, portalBlocks),
  }
}

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
      assets: [
        assetOf(context, {
          id: ids.assetId,
          name: PICTURE,
          extension: 'png',
          subResources: [filePart(ids.subResourceId, PICTURE)],
        }),
      ],
      portals: [
        {
          id: ids.portalId,
          code: ids.portalCode,
          name: 'Spring',
          blocks: [
            {
              id: ids.blockId,
              name: 'New',
              contents: [
                {
                  id: ids.contentId,
                  coreId: ids.assetId,
                  name: 'First flush',
                  text: 'The first flush has arrived.',
                  tags: [ids.tag],
                  publishedAtMs: context.nowMs,
                },
              ],
            },
          ],
        },
      ],
    }),
  }),

  'portal-block-empty': defineState({
    sentence: 'A block of a portal shows nothing.',
    take: takeBlock,
    seed: (_context, { portalId, portalCode, blockId }) => ({
      portals: [
        {
          id: portalId,
          code: portalCode,
          name: 'Bare',
          blocks: [{ id: blockId, name: 'Bare', contents: [] }],
        },
      ],
    }),
  }),
}
