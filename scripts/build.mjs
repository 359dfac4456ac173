// Builds what `npm start` runs: the server as one file, and the template databases of the seeds.
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Bundles an entry of `src` into one CommonJS file of `dist`, which starts faster than many modules. */
const bundle = (entry, outfile) =>
  build({
    absWorkingDir: root,
    entryPoints: [`src/${entry}.ts`],
    outfile: `dist/${outfile}.cjs`,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    external: ['better-sqlite3', 'pino-pretty', 'sharp'],
    define: { 'import.meta.dirname': '__dirname' },
    legalComments: 'none',
    logLevel: 'warning',
  })

await bundle('server', 'server')
await bundle('media-worker', 'media-worker')
await bundle('build-templates', 'build-templates')
execFileSync(process.execPath, ['dist/build-templates.cjs'], { cwd: root, stdio: 'inherit' })
rmSync(`${root}/dist/build-templates.cjs`)
