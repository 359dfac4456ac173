import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { PARTS, PROGRAM, staleBuild } from '#scripts/stale-build.mjs'
import { staleBuild as staleProgram } from '#src/start/stale-build.ts'
import { freshFolder } from '#test/kit/process.ts'

const OUTPUTS = [...PROGRAM, ...PARTS]

const GENERATED = ['contract/generated/operation-ids', 'config/generated/start-options'].concat(
  ['constants', 'control', 'interface', 'operations', 'seed', 'states'].map(
    (name) => `client/generated/${name}`,
  ),
)

const write = (folder: string, name: string, seconds: number): void => {
  const path = join(folder, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, '')
  utimesSync(path, seconds, seconds)
}

/** A checkout whose sources are older than its build. */
const checkout = (): string => {
  const folder = freshFolder()
  for (const name of GENERATED) write(folder, `src/${name}.ts`, 1)
  for (const name of ['src/kernel/ids.ts', 'seed/demo/users.json']) write(folder, name, 1_000)
  for (const name of ['seed', 'seed/demo', 'src', 'src/kernel', 'src/client', 'src/config'])
    utimesSync(join(folder, name), 1_000, 1_000)
  utimesSync(join(folder, 'src/contract'), 1_000, 1_000)
  for (const name of OUTPUTS) write(folder, name, 2_000)
  return folder
}

describe('a build', () => {
  test('is not stale when it is newer than its sources', async () => {
    const folder = checkout()
    expect(staleBuild(folder, OUTPUTS)).toBeUndefined()
    expect(await staleProgram(join(folder, 'dist'), 'yesterday')).toBeUndefined()
  })

  test.each([
    ['a source has changed', 'src/kernel/ids.ts'],
    ['a seed has changed', 'seed/demo/users.json'],
    ['a script has changed', 'scripts/new.mjs'],
  ])('is stale after %s, and the sentence says what to run', (_what, name) => {
    const folder = checkout()
    write(folder, name, 3_000)
    expect(staleBuild(folder, OUTPUTS)).toMatch(/^the build is older than .+; run `npm run build`$/)
  })

  test.each(['dist/cli.cjs', 'dist/openapi/control.json', 'src/client/generated/states.ts'])(
    'is stale without %s',
    (name) => {
      const folder = checkout()
      rmSync(join(folder, name))
      expect(staleBuild(folder, OUTPUTS)).toBe(`${name} is missing; run \`npm run build\``)
    },
  )

  test('is named by a server that was built before a source, and never by a package', async () => {
    const folder = checkout()
    const dist = join(folder, 'dist')
    write(folder, 'src/client/generated/states.ts', 3_000)
    expect(await staleProgram(dist, 'yesterday')).toBeUndefined()
    write(folder, 'src/kernel/ids.ts', 3_000)
    expect(await staleProgram(dist, 'yesterday')).toBe(
      'the build of yesterday is older than src/kernel/ids.ts; run `npm run build`',
    )
    rmSync(join(folder, 'src'), { recursive: true })
    expect(await staleProgram(dist, 'yesterday')).toBeUndefined()
  })

  test('is named when types do not fit', () => {
    const folder = checkout()
    cpSync('scripts/stale-build.mjs', join(folder, 'scripts/stale-build.mjs'))
    const { status, stderr } = spawnSync('node', ['scripts/stale-build.mjs'], { cwd: folder })
    expect(status).toBe(1)
    expect(String(stderr)).toMatch(/^dam-sandbox: the build is older than scripts.*npm run build/)
  })
})
