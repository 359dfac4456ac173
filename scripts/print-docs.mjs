// Writes the documents that are printed from the sources: the list of assumptions, the errors, the tables of the README.
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('..', import.meta.url))
const outfile = 'dist/print-docs.cjs'

await build({
  absWorkingDir: root,
  entryPoints: ['scripts/print/print-docs.ts'],
  outfile,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  external: ['better-sqlite3', 'json-schema-to-typescript'],
  logLevel: 'warning',
})
execFileSync(process.execPath, [outfile], { cwd: root, stdio: 'inherit' })
rmSync(`${root}/${outfile}`)
