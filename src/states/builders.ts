import { takeIds } from '../db/sequences.ts'
import type { Store } from '../db/store.ts'
import type { Seed } from '../seeds/seed-format.ts'
import type { StateContext } from './named-state.ts'

type SeedAsset = NonNullable<Seed['assets']>[number]
type Part = SeedAsset['subResources'][number]
type Right = SeedAsset['rights'][number]

/** The ids of an asset that has one part. */
export interface AssetIds {
  assetId: number
  subResourceId: number
}

/** New ids for an asset that has one part. */
export const takeAsset = (store: Store): AssetIds => ({
  assetId: takeIds(store, 'assetOrFile'),
  subResourceId: takeIds(store, 'assetOrFile'),
})

/** Full rights for the owner and the editor, and the right to view for the viewer. */
const usualRights = ({ baseline }: StateContext): Right[] => [
  { unit: { user: baseline.owner.id }, role: baseline.ownerRole },
  { unit: { user: baseline.editor.id }, role: baseline.ownerRole },
  { unit: { user: baseline.viewer.id }, role: baseline.viewerRole },
]

const TEXT = 'The first pot of the year is ready.\n今年的第一壶茶泡好了。'

/** A part that is a text. */
export const textPart = (id: number): Part => ({
  id,
  name: 'First pot',
  title: 'First pot',
  extension: 'content_text',
  mediaType: 'content_text',
  fileFormatType: 'content_text',
  sizeBytes: Buffer.byteLength(TEXT),
  textNum: TEXT.length,
  baseText: TEXT,
})

/** A part that is a file of the built-in seeds. */
export const filePart = (id: number, file: string): Part => ({
  id,
  name: file,
  extension: file.split('.').at(-1) ?? '',
  file,
})

/** An asset of the owner, created now. */
export const assetOf = (
  context: StateContext,
  asset: Pick<SeedAsset, 'id' | 'name' | 'extension' | 'subResources'> & Partial<SeedAsset>,
): SeedAsset => ({
  createUser: context.baseline.owner.id,
  createdAtMs: context.nowMs,
  rights: usualRights(context),
  ...asset,
})

/** An asset that is a text. */
export const textAsset = (
  context: StateContext,
  { assetId, subResourceId }: AssetIds,
  more: Partial<SeedAsset> = {},
): SeedAsset =>
  assetOf(context, {
    id: assetId,
    name: 'First pot',
    extension: 'content_text',
    subResources: [textPart(subResourceId)],
    ...more,
  })
