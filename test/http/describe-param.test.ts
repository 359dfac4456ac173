import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { describeParam } from '#src/http/observers/log.ts'

import { maskingFor } from '#src/instruments/journal/masking.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there.
const CONTROL = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/

/** Six facts of at most a name of 40 characters and a text of 32, each of which can be escaped. */
const MAX_LENGTH = 600

const plain = (param: unknown): string => describeParam(param, (text) => text)

describe('the description of parameters', () => {
  test.each<[unknown, string]>([
    [{ collectionId: 3001, assetIds: [1] }, 'collectionId 3001 · assetIds ×1'],
    [{ userIds: [] }, 'userIds ×0'],
    [{ page: 2, blockId: 7, searchText: 'summer' }, 'page 2 · blockId 7 · searchText “summer”'],
    [{ clientId: 'mine', clientKey: 'secret' }, 'clientId “mine”'],
    [{ name: '', userId: null, finished: true, content: { id: 1 }, remark: 'x' }, ''],
    [[1, 2, 3], ''],
    [undefined, ''],
    ['text', ''],
  ])('says of %j %j', (param, description) => {
    expect(plain(param)).toBe(description)
  })

  test('has at most six facts', () => {
    expect(plain({ a: 1, b: [1], c: 2, d: 3, e: 4, f: 5, g: 6 })).toBe(
      'a 1 · b ×1 · c 2 · d 3 · e 4 · f 5',
    )
  })

  test('is one bounded line without control characters for every JSON value', () => {
    const field = fc.oneof(
      fc.constantFrom('name', 'collectionId', 'id', 'userIds', 'page', 'title', 'keyword', 'token'),
      fc.string({ unit: 'binary' }),
    )
    const text = fc.string({ unit: 'binary', maxLength: 200 })
    const value = fc.oneof(text, fc.double(), fc.array(text), fc.jsonValue())
    fc.assert(
      fc.property(fc.dictionary(field, value, { maxKeys: 60 }), (param) => {
        const description = plain(param)
        expect(description).not.toMatch(CONTROL)
        expect(description.length).toBeLessThan(MAX_LENGTH)
        expect(description.isWellFormed()).toBe(true)
      }),
    )
  })

  test('masks persons where the journal does, and leaves out the fields of secrets', () => {
    const describeFor = (hidesPeople: boolean, param: unknown): string => {
      const masking = maskingFor(hidesPeople)
      return describeParam(param, (text) => masking.person(masking.text(text)))
    }
    expect(describeFor(false, { accessToken: 'x', passwordName: 'x', password: 'x' })).toBe('')
    expect(describeFor(false, { name: 'to owner@example.com' })).toBe('name “to owner@example.com”')
    expect(describeFor(true, { name: 'to owner@example.com' })).toBe('name “to ***@example.com”')
  })
})
