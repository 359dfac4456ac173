import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fencesOf } from '#test/kit/markdown.ts'

const ENGLISH = 'README.md'
const CHINESE = 'README.zh-CN.md'

const proseOf = (path: string): string[] =>
  readFileSync(path, 'utf8')
    .replaceAll(/^```[\s\S]*?^```$/gm, '')
    .split('\n')

const levelsOf = (path: string): string[] =>
  proseOf(path).flatMap((line) => /^#+(?= )/.exec(line)?.[0] ?? [])

/** The number of columns of each row of each table. */
const tablesOf = (path: string): number[][] =>
  proseOf(path)
    .join('\n')
    .split(/\n(?!\|)/)
    .map((block) => block.split('\n').filter((line) => line.startsWith('|')))
    .filter((rows) => rows.length > 0)
    .map((rows) => rows.map((row) => row.split(/(?<!\\)\|/).length - 2))

/** The blocks of code, without their comments. */
const codeOf = (path: string): string[] =>
  fencesOf(path).map(({ language, mark, text }) =>
    [`${language} ${mark}`, ...text.split('\n')]
      .map((line) => line.replace(/(?<=^|\s)(?:\/\/|#) .*$/, '').trimEnd())
      .join('\n'),
  )

test('the Chinese README has the headings of the English one', () => {
  expect(levelsOf(ENGLISH).length).toBeGreaterThan(5)
  expect(levelsOf(CHINESE)).toEqual(levelsOf(ENGLISH))
})

test('the Chinese README has the tables of the English one, row by row and column by column', () => {
  expect(tablesOf(ENGLISH).length).toBeGreaterThan(2)
  expect(tablesOf(CHINESE)).toEqual(tablesOf(ENGLISH))
})

test('the Chinese README has the code of the English one', () => {
  expect(codeOf(ENGLISH).length).toBeGreaterThan(5)
  expect(codeOf(CHINESE)).toEqual(codeOf(ENGLISH))
})
