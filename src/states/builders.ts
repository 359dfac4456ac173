import { takeIds } from '../db/sequences.ts'
import type { Store } from '../db/store.ts'
import type { SeedRow } from '../seeds/seed-format.ts'
import type { StateContext } from './named-state.ts'

type SeedAsset = SeedRow<'assets'>
type Part = SeedAsset['subResources'][number]

/** A picture of the built-in seeds. */
export const PICTURE = 'serum-packshot.png'

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

/** The id and the address of a user of the baseline, as states answer them. */
export const userOf = ({ baseline }: StateContext, name: 'editor' | 'viewer') => ({
  userId: baseline[name].id,
  userEmail: baseline[name].email,
})

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

/** An asset of the owner, created now; the editor has full rights and the viewer may view it. */
export const assetOf = (
  { baseline: { owner, editor, viewer, ownerRole, viewerRole }, nowMs }: StateContext,
  asset: Pick<SeedAsset, 'id' | 'name' | 'extension' | 'subResources'> & Partial<SeedAsset>,
): SeedAsset => ({
  createUser: owner.id,
  createdAtMs: nowMs,
  rights: [
    { unit: { user: owner.id }, role: ownerRole },
    { unit: { user: editor.id }, role: ownerRole },
    { unit: { user: viewer.id }, role: viewerRole },
  ],
  ...asset,
})

/** An asset that is a text. */
export const textAsset = (
  context: StateContext,
  { assetId: id, subResourceId }: AssetIds,
  more: Partial<SeedAsset> = {},
): SeedAsset => {
  const { name, extension, ...part } = textPart(subResourceId)
  const subResources = [{ ...part, name, extension }]
  return assetOf(context, { id, name, extension, subResources, ...more })
}

/** An asset that is a picture. */
export const pictureAsset = (
  context: StateContext,
  { assetId: id, subResourceId }: AssetIds,
): SeedAsset => {
  const subResources = [filePart(subResourceId, PICTURE)]
  return assetOf(context, { id, name: PICTURE, extension: 'png', subResources })
}
