import { basename } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CATALOGUE } from '#src/endpoints/index.ts'
import { readSource, sourceFiles } from '#test/kit/source-files.ts'

/** An export without a comment right before it. */
const WITHOUT_COMMENT =
  /(?<!\*\/[ \t]*|^[ \t]*\/\/.*)\n(export (?:const|class|interface|default) .*)/gm

const files = sourceFiles('src/endpoints').filter((file) => /\/e\d\d-/.test(file))

const ids = CATALOGUE.map(({ id }) => id)

describe('the catalogue', () => {
  test('lists operations in the order of their numbers, each with a path of its own', () => {
    expect(ids).toEqual(CATALOGUE.map((_, index) => `E${index + 1}`))
    expect(new Set(CATALOGUE.map(({ path }) => path)).size).toBe(CATALOGUE.length)
  })

  test('lists every endpoint file, by the number in its name', () => {
    const named = files.map((file) => `E${Number(basename(file).slice(1, 3))}`)
    expect(named).toEqual(ids)
    const index = readSource('src/endpoints/index.ts')
    for (const file of files) expect(index).toContain(`'./${basename(file)}'`)
    for (const file of files)
      expect(readSource(file)).toContain(`id: 'E${Number(basename(file).slice(1, 3))}'`)
  })

  test('has a test file for every endpoint file', () => {
    const tests = sourceFiles('test/endpoints').map((file) => basename(file, '.test.ts'))
    expect(tests).toEqual(files.map((file) => basename(file, '.ts')))
  })

  test('fails when an export of the library has no doc comment', () => {
    const bare = ['src/index.ts', 'src/client/interface.ts', ...sourceFiles('src/client')].flatMap(
      (file) =>
        [...readSource(file).matchAll(WITHOUT_COMMENT)].map(([, line = '']) => `${file}: ${line}`),
    )
    expect(bare).toEqual([])
  })
})
