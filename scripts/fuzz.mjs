// Runs the testers of scripts/fuzz against the built server. Usage: npm run fuzz -- --help
import { spawn } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { bundle, root } from './bundle.mjs'

// In dist, so that packages are found; with the process id, so that runs do not disturb each other.
const name = `fuzz-${process.pid}`
const outfile = `dist/${name}.cjs`

if (!existsSync(`${root}/dist/server.cjs`)) await import('./build.mjs')
await bundle('scripts/fuzz/main.ts', name, { sourcemap: false })
const child = spawn(process.execPath, [outfile, ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
})
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.on('exit', (code) => {
  rmSync(`${root}/${outfile}`, { force: true })
  process.exitCode = code ?? 1
})
