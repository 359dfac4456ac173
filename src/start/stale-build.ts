import { existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * What to do about a build that is older than the sources of its checkout; undefined where it is not, and in a package, which
 * has no sources. Waits between files, so that it holds up no call.
 */
export const staleBuild = async (dist: string, builtAt: string): Promise<string | undefined> => {
  const folder = join(dist, '../src')
  if (!existsSync(folder)) return undefined
  const builtAtMs = (await stat(join(dist, 'server-program.cjs'))).mtimeMs
  for (const name of await readdir(folder, { recursive: true })) {
    if (/(?:^|\/)generated(?:\/|$)/.test(name)) continue
    const { mtimeMs } = await stat(join(folder, name))
    if (mtimeMs > builtAtMs)
      return `the build of ${builtAt} is older than src/${name}; run \`npm run build\``
  }
  return undefined
}
