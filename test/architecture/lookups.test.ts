import { describe, expect, test } from 'vitest'
import { readSource, sourceFiles } from '#test/kit/source-files.ts'

/** Lookups with our own keys: settings, assumptions, routes, schemas, columns, indexes and results of `Object.keys`. */
const OWN_KEYS: readonly string[] = ['src/contract/assumptions/index.ts chosen[id]']

/** An object type that has any text as a key. */
const RECORD = String.raw`(?:Readonly<|Partial<)*Record<string\b`

const sources = sourceFiles('src').map((file) => ({ file, text: readSource(file) }))

const firstGroups = (text: string, pattern: string): string[] =>
  [...text.matchAll(new RegExp(pattern, 'g'))].map(([, name = '']) => name)

const ALIASES = sources.flatMap(({ text }) => firstGroups(text, String.raw`type (\w+) = ${RECORD}`))

/** Constants of such a type, which other files may import. */
const exported = sources.flatMap(({ text }) =>
  firstGroups(text, String.raw`export const (\w+): (?:${RECORD}|${ALIASES.join('\\b|')}\b)`),
)

const recordsIn = (text: string): Set<string> =>
  new Set([
    ...firstGroups(text, String.raw`(\w+)\??: (?:${RECORD}|(?:${ALIASES.join('|')})\b)`),
    ...firstGroups(text, String.raw`const (\w+) = [^\n]* as ${RECORD}`),
    ...exported,
  ])

/** Every `record[key]` of a file with a computed key that is not checked to be an own key. */
const lookupsIn = (text: string): string[] => {
  const records = recordsIn(text)
  const found = [...text.matchAll(/([\w.]*?)(\w+)(?:\?\.)?\[([^\]'"`\d][^\]]*)\](?!\s*[:?]?\s*:)/g)]
  return found
    .filter(([, , name = '']) => records.has(name))
    .filter(([, path, name, key]) => !text.includes(`Object.hasOwn(${path}${name}, ${key})`))
    .map(([, , name, key]) => `${name}[${key}]`)
}

describe('a lookup by text', () => {
  test('uses a Map or own keys only, because objects inherit keys such as "constructor"', () => {
    const lookups = sources.flatMap(({ file, text }) =>
      lookupsIn(text).map((lookup) => `${file} ${lookup}`),
    )
    expect([...new Set(lookups)].sort()).toEqual([...OWN_KEYS].sort())
  })

  test('does not cast a text to a key', () => {
    const casts = sources.flatMap(({ file, text }) =>
      [...text.matchAll(/\w\[[^\]\n]* as keyof [^\]\n]*\]/g)].map(([cast]) => `${file} ${cast}`),
    )
    expect(casts).toEqual([])
  })

  test('is detected in a record and allowed after Object.hasOwn', () => {
    const bad = 'const KINDS: Readonly<Record<string, string>> = {}\nKINDS[name.toLowerCase()]'
    expect(lookupsIn(bad)).toEqual(['KINDS[name.toLowerCase()]'])
    const good = 'const KINDS: Record<string, string> = {}\nObject.hasOwn(KINDS, key) && KINDS[key]'
    expect(lookupsIn(good)).toEqual([])
  })
})
