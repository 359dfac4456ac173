import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sourceFiles } from '#test/kit/source-files.ts'

const ROOT = resolve(import.meta.dirname, '../..')

/** The files of the project that a configuration compiles, by their paths from the root. */
const compiledBy = (configuration: string): Set<string> => {
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc')
  const listed = execFileSync(process.execPath, [compiler, '-p', configuration, '--listFilesOnly'])
  return new Set(
    listed
      .toString()
      .split('\n')
      .map((file) => relative(ROOT, file)),
  )
}

/** The configurations that an editor tries for a file: each `tsconfig.json` from its folder upwards. */
const configurationsFor = (file: string): string[] => {
  const folder = dirname(file)
  const here = join(folder, 'tsconfig.json')
  return [
    ...(existsSync(join(ROOT, here)) ? [here] : []),
    ...(folder === '.' ? [] : configurationsFor(folder)),
  ]
}

const compiled = new Map<string, Set<string>>()

const isCompiled = (file: string): boolean =>
  configurationsFor(file).some((configuration) => {
    const files = compiled.get(configuration) ?? compiledBy(join(ROOT, configuration))
    compiled.set(configuration, files)
    return files.has(file)
  })

describe('an editor', () => {
  test.each(['src', 'src/console', 'test', 'scripts'])(
    'finds a configuration that compiles each file below %s',
    (folder) => {
      const files = sourceFiles(folder).filter((file) => !file.includes('/generated/'))
      expect(files.length).toBeGreaterThan(0)
      expect(files.filter((file) => !isCompiled(file))).toEqual([])
    },
  )
})
