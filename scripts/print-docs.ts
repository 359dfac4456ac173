import { readFileSync, writeFileSync } from 'node:fs'
import { printedFiles } from './print/printed-files.ts'

/** Writes the printed files, from the root of the project. Run by `npm run docs`, never by the server. */
const print = async (): Promise<void> => {
  const files = await printedFiles((path) => readFileSync(path, 'utf8'))
  for (const [path, text] of Object.entries(files)) writeFileSync(path, text)
}

void print()
