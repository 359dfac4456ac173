import { expect, test } from 'vitest'
import { headerTextOf } from '#src/journal/header-text.ts'

const linesWith = (token: string): string[] => ['Host', 'localhost', 'Access-token', token]

test('is the names and values of headers, one a line', () => {
  expect(headerTextOf(linesWith('t'))).toBe('Host\nlocalhost\nAccess-token\nt')
})

test('is that of the call itself where calls with headers of the same length alternate', () => {
  const texts = ['one', 'two', 'one', 'six'].map((token) => headerTextOf(linesWith(token)))
  expect(texts).toEqual(['one', 'two', 'one', 'six'].map((token) => linesWith(token).join('\n')))
})

test('tells apart headers whose lines are divided in another way', () => {
  const texts = [['ab', 'c'], ['a', 'bc'], ['abc']].map(headerTextOf)
  expect(texts).toEqual(['ab\nc', 'a\nbc', 'abc'])
})
