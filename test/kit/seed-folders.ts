import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { NOW } from './databases.ts'
import { freshFolder } from './process.ts'

const SHIPPED = 'seed/minimal/files/serum-packshot.png'
export const PICTURE = Buffer.concat([readFileSync(SHIPPED), Buffer.from('sent')])
/** An asset of the seed `minimal` with a file of its own. */
export const ASSET = {
  id: 900_001,
  name: 'Hero 英雄',
  extension: 'png',
  createUser: 1001,
  createdAtMs: NOW,
  rights: [{ unit: { user: 1001 }, role: 'ownerRole' }],
  subResources: [{ id: 900_002, name: 'hero.png', extension: 'png', file: 'hero.png' }],
}

/** A folder with the seed, whose file has a name that the header of an archive has no room for. */
export const seedFolder = (name: string): string => {
  const folder = freshFolder()
  mkdirSync(join(folder, 'files/further'), { recursive: true })
  const [part] = ASSET.subResources
  const asset = { ...ASSET, subResources: [{ ...part, file: name }] }
  writeFileSync(join(folder, 'assets.json'), JSON.stringify({ assets: [asset] }))
  writeFileSync(join(folder, 'README.md'), 'not sent')
  writeFileSync(join(folder, 'files', name), PICTURE)
  return folder
}
