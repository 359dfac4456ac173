import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { printedFiles } from './contract/print/printed-files.ts'
import { CATALOGUE } from './endpoints/index.ts'
import { flagOf, SETTINGS } from './settings/settings.ts'

/** Writes the printed files, from the root of the project. Run by `npm run docs`, never by the server. */
const settings = Object.entries(SETTINGS).map(([name, { help, without }]) => ({
  name,
  flag: flagOf(name),
  help,
  without,
}))
const sources = { operations: CATALOGUE, endpointFiles: readdirSync('src/endpoints'), settings }
mkdirSync('docs', { recursive: true })
for (const [path, text] of Object.entries(printedFiles(readFileSync('README.md', 'utf8'), sources)))
  writeFileSync(path, text)
