import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { describeSettings } from '#src/config/describe-settings.ts'
import { CATALOGUE } from '#src/endpoints/index.ts'
import { Seed } from '#src/seeds/seed-format.ts'
import { printedFiles } from './printed-files.ts'

/** Writes the printed files, from the root of the project. Run by `npm run docs`, never by the server. */
const sources = {
  operations: CATALOGUE,
  endpointFiles: readdirSync('src/endpoints'),
  settings: describeSettings(),
  seed: Seed,
}
mkdirSync('docs', { recursive: true })
const print = async (): Promise<void> => {
  const files = await printedFiles(readFileSync('README.md', 'utf8'), sources)
  for (const [path, text] of Object.entries(files)) writeFileSync(path, text)
}

void print()
