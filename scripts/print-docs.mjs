// Writes the documents that are printed from the sources, the marked blocks of the others. It reads what the build has made.
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Bundles a script, runs it from the root of the project and removes it. */
const run = async (entry, outfile) => {
  await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    external: ['better-sqlite3', 'json-schema-to-typescript', 'sharp'],
    define: { 'import.meta.dirname': '__dirname' },
    logLevel: 'warning',
  })
  execFileSync(process.execPath, [outfile], { cwd: root, stdio: 'inherit' })
  rmSync(`${root}/${outfile}`)
}

await run('scripts/print/print-docs.ts', 'dist/print-docs.cjs')
