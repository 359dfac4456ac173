import { execFileSync } from 'node:child_process'
import { cpSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { freshFolder } from './process.ts'

const ROOT = resolve(import.meta.dirname, '../..')

/** Copies the project into a folder of the test's own: what git would commit, and what was built. Installed packages are shared. */
export const scratchCopy = (): string => {
  const folder = freshFolder()
  const listed = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], { cwd: ROOT })
  const files = listed.toString().split('\0').filter(Boolean)
  for (const name of [...files, 'dist', ...GENERATED])
    cpSync(join(ROOT, name), join(folder, name), { recursive: true, preserveTimestamps: true })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

const GENERATED = ['client', 'config', 'contract'].map((name) => `src/${name}/generated`)
