import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { describeParam } from '#src/journal/describe-param.ts'

import { maskingFor } from '#src/journal/masking.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there.
const CONTROL = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/

/** Four facts of at most a name of 40 characters and a text of 32, each of which can be escaped. */
const MAX_LENGTH = 400

const plain = (param: unknown): string => describeParam(param, (text) => text)

describe('the description of parameters', () => {
  test.each<[unknown, string]>([
    [{ collectionId: 3001, assetIds: [1] }, 'collection 3001 · 1 asset'],
    [{ userIds: [1001, 1002] }, '2 users'],
    [{ assetIdList: [] }, '0 assets'],
    [
      { keywordList: ['a', 'b'], parentGroupId: 0, page: 3, pageSize: 9 },
      'parent group 0 · 2 keywords · page 3',
    ],
    [{ page: 2, blockId: 7, searchText: 'summer' }, 'block 7 · “summer” · page 2'],
    [{ id: 5 }, 'id 5'],
    [
      { name: 'Launch', objects: [1], processDefinitionId: 9 },
      'process definition 9 · 1 object · “Launch”',
    ],
    [{ entryList: [1, 2], categories: [1] }, '2 entries · 1 category'],
    [[1, 2, 3], '3 entries'],
    [{ clientId: 'mine', clientKey: 'secret' }, 'client mine'],
    [{ name: '', userId: null, finished: true, content: { id: 1 } }, ''],
    [undefined, ''],
    ['text', ''],
  ])('says of %j %j', (param, description) => {
    expect(plain(param)).toBe(description)
  })

  test('names at most four facts, ids first', () => {
    const param = { page: 1, name: 'n', aList: [1], bId: 1, cId: 2, dId: 3, eId: 4, fId: 5 }
    expect(plain(param)).toBe('b 1 · c 2 · d 3 · e 4')
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
    expect(describeFor(false, { name: 'to owner@example.com' })).toBe('“to owner@example.com”')
    expect(describeFor(true, { name: 'to owner@example.com' })).toBe('“to ***@example.com”')
  })
})
