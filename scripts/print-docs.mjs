// Writes the documents that are printed from the sources, and the marked blocks of the others.
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
  external: ['better-sqlite3', 'json-schema-to-typescript', 'pino-pretty', 'sharp'],
  define: { 'import.meta.dirname': '__dirname' },
  logLevel: 'warning',
})
execFileSync(process.execPath, [outfile], { cwd: root, stdio: 'inherit' })
rmSync(`${root}/${outfile}`)
