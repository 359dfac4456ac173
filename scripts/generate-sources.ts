import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { generatedSources } from './print/generated-sources.ts'

/** Writes the sources that are made of others, from the root of the project; one that is as it should be keeps its time. */
const main = async (): Promise<void> => {
  for (const [path, text] of Object.entries(await generatedSources())) {
    if (existsSync(path) && readFileSync(path, 'utf8') === text) continue
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
}

void main()
