import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import { type VariableId, variableIds, variantsOf } from '#src/contract/assumptions/index.ts'
import { injectServer } from '#test/kit/server.ts'
import { VARIANT_CASES } from './variants/index.ts'
import type { VariantCase } from './variants/variant-case.ts'

const UNKNOWN_ID = 424_242

/** The variants of a switch, with what the list says of each. */
const meaningsOf = (id: string): [name: string, meaning: string][] =>
  Object.entries(variantsOf(id as VariableId))

const VARIABLE = variableIds()

/** The case of an assumption, with what is expected of variants by plain names. */
interface PlainCase extends Omit<VariantCase, 'shows'> {
  readonly shows: Readonly<Record<string, unknown>>
}

const CASES: Readonly<Record<string, PlainCase>> = VARIANT_CASES

/** What the cases of an assumption lack, one sentence each. */
const gapsOf = (id: string): string[] => {
  const shows = CASES[id]?.shows
  if (!shows)
    return [`${id} has variants and no case: add one to a file of test/contract/variants/`]
  const names = meaningsOf(id).map(([name]) => name)
  const missing = names
    .filter((name) => !Object.hasOwn(shows, name))
    .map((name) => `${id}: its case does not say what the variant "${name}" shows`)
  const surplus = Object.keys(shows)
    .filter((name) => !names.includes(name))
    .map((name) => `${id}: its case names the variant "${name}", which does not exist`)
  return [...missing, ...surplus]
}

/** Variants that a case expects to look like an earlier one, which would hide that they do nothing. */
const alikeIn = (id: string): string[] => {
  const shown = Object.entries(CASES[id]?.shows ?? {})
  return shown
    .filter(([, value], index) =>
      shown.slice(0, index).some(([, earlier]) => isDeepStrictEqual(value, earlier)),
    )
    .map(([name]) => `${id}: the variant "${name}" shows what another one shows`)
}

describe('the cases of variants', () => {
  test('name every variant of every assumption', () => {
    expect(VARIABLE.flatMap(gapsOf)).toEqual([])
  })

  test('name no assumption without variants', () => {
    const known: readonly string[] = VARIABLE
    expect(Object.keys(CASES).filter((id) => !known.includes(id))).toEqual([])
  })

  test('expect something else of every variant of an assumption', () => {
    expect(VARIABLE.flatMap(alikeIn)).toEqual([])
  })
})

describe.each(Object.entries(CASES))('%s', (id, { options, observe, shows }) => {
  test.each(meaningsOf(id))('answers as its variant %s says: %s', async (name) => {
    const server = await injectServer({ listens: false, ...options, variants: { [id]: name } })
    expect(await observe(server)).toEqual(shows[name])
  })
})

describe('variants for missing records', () => {
  test('let E4, E8 and E17 omit the record or refuse the call', async () => {
    const lenient = await injectServer()
    const strict = await injectServer({
      variants: { 'A-4-1': 'refused', 'A-8-1': 'refused', 'A-17-1': 'refused' },
    })
    const requests = [
      ['E4', { assetIdList: [UNKNOWN_ID] }, { detail: [] }, '90030002'],
      ['E8', { userIds: [UNKNOWN_ID] }, [], '90030001'],
      ['E17', { groupPath: ['NO/WHERE'] }, [], '90030023'],
    ] as const
    for (const [id, param, empty, code] of requests) {
      expect(await lenient.result(id, param)).toEqual(empty)
      expect((await strict.call(id, param)).body).toMatchObject({ code, result: null })
    }
  })

  test('let E12, E20 and E22 refuse as a whole or do what is possible, with a finding', async () => {
    const strict = await injectServer()
    const lenient = await injectServer({
      variants: { 'A-12-1': 'known-only', 'A-20-2': 'known-only', 'A-22-2': 'known-only' },
    })
    const { users, metadata, collections, assets } = strict.fixtures
    const [value] = metadata.values
    const requests = [
      [
        'E12',
        {
          users: ['nobody@example.com', users.editor.email],
          templateCode: 'T',
          content: { htmlContent: 'kept' },
        },
      ],
      [
        'E20',
        {
          attrCode: metadata.attrCode,
          attrValueList: [
            { attrValueCode: '0', attrValueName: 'none' },
            { attrValueCode: value?.attrValueCode, attrValueName: 'kept' },
          ],
        },
      ],
      ['E22', { collectionId: collections.editable.id, assetIds: [UNKNOWN_ID, assets.ids[0]] }],
    ] as const
    for (const [id, param] of requests) {
      expect((await strict.call(id, param)).body).toMatchObject({ result: null })
      const reply = await lenient.call(id, param)
      expect(reply.text).toMatch(/^(\{\}|\{"code":"0")/)
      expect(reply.headers.get('x-sandbox-findings')).toContain('unknown-passed-over')
    }
    const notified = { records: [{ user: users.editor.email, content: { htmlContent: 'kept' } }] }
    expect(await lenient.control('/records/notifications')).toMatchObject(notified)
    expect(await strict.control('/records/notifications')).toMatchObject({ records: [] })
    expect(JSON.stringify(await lenient.control('/records/metadata'))).toContain('"kept"')
    const { detail } = await lenient.result<{ detail: { collectionInfo: { id: number }[] }[] }>(
      'E4',
      { assetIdList: assets.ids.slice(0, 1) },
    )
    expect(detail[0]?.collectionInfo.map(({ id }) => id)).toContain(collections.editable.id)
  })

  test('let E22 answer null (A-22-1)', async () => {
    const server = await injectServer({ variants: { 'A-22-1': 'null' } })
    const reply = await server.call('E22', {
      collectionId: server.fixtures.collections.editable.id,
      assetIds: [],
    })
    expect(reply.text).toBe('{"code":"0","message":"success","result":null}')
    expect(reply.headers.get('x-sandbox-assumptions')).toBe('A-17-2, A-22-1, A-22-4')
  })

  test('let E5 without finished answer both or only what is in progress', async () => {
    const both = await injectServer({ env: { SANDBOX_SEED: 'demo' } })
    const open = await injectServer({
      env: { SANDBOX_SEED: 'demo' },
      variants: { 'A-5-1': 'unfinished' },
    })
    expect(await both.result('E5', { createTimeForm: 0 })).toMatchObject({ totalCount: 80 })
    expect(await open.result('E5', { createTimeForm: 0 })).toMatchObject({ totalCount: 50 })
  })
})
