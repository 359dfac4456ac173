import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BUILT_IN_SEEDS, buildWorldBytes, templateFile } from './sandbox/templates.ts'
import { shippedFolders } from './start/folders.ts'

/** Makes the template databases of the built-in seeds. Run at build time, never by the server. */
const folders = shippedFolders()
mkdirSync(folders.templates, { recursive: true })
for (const seed of BUILT_IN_SEEDS) {
  const file = templateFile(folders, seed)
  const bytes = buildWorldBytes(folders, join(folders.seeds, seed))
  writeFileSync(`${file}.new`, bytes)
  renameSync(`${file}.new`, file)
}
