import { streamValue } from '../../kernel/streams.ts'
import type { SeedRow } from '../../seeds/seed-format.ts'
import { addPicture, PICTURE } from './builders.ts'
import { freeId } from './free-id.ts'
import type { State, StateSetting } from './named-state.ts'

type Contents = SeedRow<'portals'>['blocks'][number]['contents']

const addPortal = (setting: StateSetting, name: string, contents: Contents) => {
  const { store, workspace } = setting
  const portalId = freeId(store, 'portals')
  const blockId = freeId(store, 'portal_blocks')
  const value = streamValue(workspace.record.generatorSeed, 'ids', `portal ${portalId}`)
  const portalCode = value.toUpperCase()
  const blocks = [{ id: blockId, name, contents }]
  setting.load({ portals: [{ id: portalId, code: portalCode, name, blocks }] })
  return { portalId, portalCode, blockId }
}

export const portalStates = {
  'portal-content-published': {
    sentence: 'A block of a portal has one content, with a tag and an image.',
    needs: { names: [PICTURE] },
    set: (setting) => {
      const asset = addPicture(setting)
      const contentId = freeId(setting.store, 'portal_contents')
      const tag = 'spring'
      const content = {
        id: contentId,
        coreId: asset.assetId,
        name: 'First flush',
        text: 'The first flush has arrived.',
        tags: [tag],
        publishedAtMs: setting.nowMs,
      }
      return { ...addPortal(setting, 'Spring', [content]), contentId, tag, ...asset }
    },
  },

  'portal-block-empty': {
    sentence: 'A block of a portal has no content.',
    set: (setting) => addPortal(setting, 'Bare', []),
  },
} as const satisfies Record<string, State>
