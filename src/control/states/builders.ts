import type { SeedRow } from '../../seeds/seed-format.ts'
import { takeIds } from '../../store/db/sequences.ts'
import type { StateSetting } from './named-state.ts'

type SeedAsset = SeedRow<'assets'>
type Part = SeedAsset['subResources'][number]

export const PICTURE = 'serum-packshot.png'

export const userOf = ({ baseline }: StateSetting, name: 'editor' | 'viewer') => ({
  userId: baseline[name].id,
  userEmail: baseline[name].email,
})

const TEXT = 'The first pot of the year is ready.\n今年的第一壶茶泡好了。'

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

export const filePart = (id: number, file: string): Part => ({
  id,
  name: file,
  extension: file.split('.').at(-1) ?? '',
  file,
})

export const fileId = ({ store }: StateSetting): number => takeIds(store, 'assetOrFile')

/** Adds an asset of the owner; the editor has full rights and the viewer may view it. */
export const addAsset = (
  setting: StateSetting,
  asset: Pick<SeedAsset, 'id' | 'name' | 'extension' | 'subResources'> & Partial<SeedAsset>,
): void => {
  const { owner, editor, viewer, ownerRole, viewerRole } = setting.baseline
  const rights = [
    { unit: { user: owner.id }, role: ownerRole },
    { unit: { user: editor.id }, role: ownerRole },
    { unit: { user: viewer.id }, role: viewerRole },
  ]
  setting.load({
    assets: [{ createUser: owner.id, createdAtMs: setting.nowMs, rights, ...asset }],
  })
}

/** Adds an asset that has one part, a text unless another is given. */
export const addSingleAsset = (
  setting: StateSetting,
  { partOf = textPart, ...more }: Partial<SeedAsset> & { partOf?: (id: number) => Part } = {},
): { assetId: number; subResourceId: number } => {
  const assetId = fileId(setting)
  const subResourceId = fileId(setting)
  const part = partOf(subResourceId)
  const { name, extension } = part
  addAsset(setting, { id: assetId, name, extension, subResources: [part], ...more })
  return { assetId, subResourceId }
}

export const addPicture = (setting: StateSetting) =>
  addSingleAsset(setting, { partOf: (id) => filePart(id, PICTURE) })
