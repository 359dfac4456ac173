import { describe, expect, test } from 'vitest'
import { markdownFiles } from '#test/kit/markdown.ts'
import { readSource, sourceFiles } from '#test/kit/source-files.ts'

/** Words that the project has replaced, each with the word that it uses. */
const REPLACED: readonly (readonly [pattern: RegExp, say: string])[] = [
  [/\bworlds?\b/i, 'workspace database'],
  [/\b(?:is)?awake\b|\bis ?asleep\b/i, 'open, closed'],
  [/misfit/i, 'validation error'],
  [/surroundings/i, 'options, dependencies'],
  [/inwords\b/i, 'formatX, describeX'],
  [/\bcompanions?\b|Companion/, 'supporting routes'],
  [/\bspares?\b/i, 'prewarmed database'],
  [/\bwhatever\b/i, 'any, every'],
  [/\bas far as\b|\bhardly longer\b|\bnone of the business\b/i, 'a plain sentence'],
  [/\bthat is none\b|\btells of\b/i, 'a plain sentence'],
  [/(?:^|[.:;!?]\s+|[*/'"`|]\s*)Who(?:ever)? /, 'a subject that is a thing, or "you"'],
]

const offencesIn = (file: string, lines: readonly string[]): string[] =>
  lines.flatMap((line) =>
    REPLACED.filter(([pattern]) => pattern.test(line)).map(
      ([, say]) => `${file}: ${line.trim().slice(0, 100)} (say: ${say})`,
    ),
  )

const documents = ['README.md', 'CONTRIBUTING.md', ...markdownFiles('docs')]

const titleOf = /\b(?:test|describe)(?:\.\w+)*(?:\([^()]*\))?\(\s*(['"`])(.*?)\1/g

describe('the language of the project', () => {
  test.each([
    ['sources', sourceFiles('src')],
    ['documents', documents],
  ])('uses none of the replaced words in the %s', (_name, files) => {
    const offences = files.flatMap((file) => offencesIn(file, readSource(file).split('\n')))
    expect(offences).toEqual([])
  })

  test('uses none of the replaced words in the titles of tests', () => {
    const titlesOf = (file: string): string[] =>
      [...readSource(file).matchAll(titleOf)].map(([, , title = '']) => title)
    const offences = sourceFiles('test').flatMap((file) => offencesIn(file, titlesOf(file)))
    expect(offences).toEqual([])
  })

  test('is checked by patterns that find the replaced words', () => {
    const lines = ['a world', 'is awake', '// Who asks', 'findMisfit', 'entryInWords(x)']
    expect(offencesIn('file', lines)).toHaveLength(lines.length)
    expect(offencesIn('file', ['the workspace database', 'Whoami'])).toEqual([])
  })
})
