// Runs the testers of test/fuzz against the built server. Usage: npm run fuzz -- --help
import { spawn } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('..', import.meta.url))
// In dist, so that packages are found; with the process id, so that runs do not disturb each other.
const outfile = `dist/fuzz-${process.pid}.cjs`

if (!existsSync(`${root}/dist/server.cjs`)) await import('./build.mjs')
await build({
  absWorkingDir: root,
  entryPoints: ['test/fuzz/main.ts'],
  outfile,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  external: ['better-sqlite3', 'sharp'],
  define: { 'import.meta.dirname': '__dirname' },
  logLevel: 'warning',
})
const child = spawn(process.execPath, [outfile, ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
})
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.on('exit', (code) => {
  rmSync(`${root}/${outfile}`, { force: true })
  process.exitCode = code ?? 1
})
