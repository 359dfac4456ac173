import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { type Document, type Json, schemasOf } from '#test/kit/documents.ts'
import { interfaceDocument } from '#test/kit/interface-document.ts'
import { leafValues, type SeenValue } from '#test/kit/leaf-values.ts'
import { samplesOf } from '#test/kit/samples.ts'
import { injectServer, type TestServer } from '#test/kit/server.ts'

/** Values that the document says it has seen in answers, by the section that says so. */
const ANSWERED: Readonly<Record<string, Readonly<Record<string, readonly SeenValue[]>>>> = {
  'Response envelope': { code: ['0'] },
  'Asset collection': { status: [0] },
  'Asset detail': {
    scenarioVisibility: ['ALL_VISIBLE'],
    ruleCheckStatus: ['UNSUPPORTED_FORMAT'],
    dataRoleCode: ['ownerRole'],
    fileFormatType: ['content_text', 'content_rtf', 'picture', 'video'],
    type: ['content_text', 'content_rtf', 'image/png', 'video/mp4'],
    resType: [0, 1],
  },
  'Approval task record': {
    key: ['task1', 'task2'],
    processCategory: ['RESOURCE_PUBLISHMENT', 'PORTAL_PUBLISHMENT'],
    category: ['APPROVAL'],
    approvalStatus: ['IN_PROGRESS'],
    endTime: [null],
  },
  E5: { pageSize: [20] },
  E3: { result: [true] },
}

/** Values that it has seen in requests: every sample of a request has them, and is answered with success. */
const ASKED: Readonly<Record<string, Readonly<Record<string, readonly SeenValue[]>>>> = {
  E1: { field: ['createTime'], sort: ['desc'] },
  E3: { event_type_code: ['Portal_Content_Share'], platform: ['web'] },
  E5: { category: ['APPROVAL'] },
  E6: { code: ['tags'] },
  E7: { source: ['CDP_CROWD_PACK'], selfAgent: [0] },
  E9: { category: ['MATERIAL_FROM_EXTERNAL_SOURCE_PUBLISHING'] },
  E12: { modelCode: ['MATERIAL'] },
  E15: { contentType: ['GROUP_MESSAGE'] },
  E19: { libraryType: ['product_library'], operateType: ['all'], likeType: [1] },
}

const ASKED_KEYS: Readonly<Record<string, readonly string[]>> = {
  E3: ['data_source', 'block_id', 'portal_id', 'asset_id', 'content_id'],
  E9: ['initiator', 'task1', 'task2'],
}

const answeredValues = async (server: TestServer): Promise<Map<string, Set<SeenValue>>> => {
  const samples = samplesOf(server.fixtures)
  const assetIdList = Array.from({ length: 250 }, (_, index) => 100_001 + index)
  const calls = { ...samples, E4: { assetIdList } }
  const values = new Map<string, Set<SeenValue>>()
  const addAll = (body: unknown) => {
    for (const [key, value] of leafValues(body))
      values.set(key, (values.get(key) ?? new Set()).add(value))
  }
  for (const [id, param] of Object.entries(calls)) addAll((await server.call(id, param)).body)
  // All tasks in progress, page by page.
  const { totalPage } = await server.result<{ totalPage: number }>('E5', samples.E5)
  for (let page = 2; page <= totalPage; page++)
    addAll((await server.call('E5', { ...samples.E5, page })).body)
  return values
}

describe('the demo seed', () => {
  test('has every value that the document has seen in an answer', async () => {
    const server = await injectServer({ env: { SANDBOX_SEED: 'demo' } })
    const answered = await answeredValues(server)
    for (const [section, fields] of Object.entries(ANSWERED))
      for (const [key, seen] of Object.entries(fields))
        expect([...(answered.get(key) ?? [])], `${section}: ${key}`).toEqual(
          expect.arrayContaining([...seen]),
        )
    expect(answered.has('CUSTOMER_PORTAL_PUBLISH_TIME')).toBe(true)
  })

  test('is asked with every value that the document has seen in a request, and answers with success', async () => {
    const server = await injectServer({ env: { SANDBOX_SEED: 'demo' } })
    const samples = samplesOf(server.fixtures)
    for (const [id, fields] of Object.entries(ASKED)) {
      const values = leafValues(samples[id])
      for (const [key, seen] of Object.entries(fields))
        expect(values.filter(([name]) => name === key).map(([, value]) => value)).toEqual(
          expect.arrayContaining([...seen]),
        )
      for (const key of ASKED_KEYS[id] ?? [])
        expect(JSON.stringify(samples[id])).toContain(`"${key}"`)
      expect((await server.call(id, samples[id])).text, id).toMatch(/^(true|\{\}|\{"code":"0")/)
    }
  })
})

/** Fields whose values are no list: the code and the result of a success, the size of a page, null. */
const NO_LISTS: ReadonlySet<string> = new Set(['Response envelope', 'E3 result', 'E5 pageSize'])

const LISTS = Object.entries({ ...ANSWERED, ...ASKED }).flatMap(([place, fields]) =>
  Object.entries(fields)
    .filter(
      ([key, [first]]) =>
        ![place, `${place} ${key}`].some((one) => NO_LISTS.has(one)) && first !== null,
    )
    .map(([key, values]) => ({ place, key, values })),
)

describe('the published document', () => {
  test.each(LISTS)('proposes $values for $key ($place), and allows others', ({ key, values }) => {
    const { components, ...document } = interfaceDocument() as unknown as Document
    const named = (schema: Json): Json[] => [Object((schema.properties as Json)?.[key])]
    const knownBy = ({ anyOf }: Json): unknown[] => {
      const [{ $ref = '' } = {}] = (anyOf ?? []) as { $ref?: string }[]
      return (components.schemas[$ref.split('/').at(-1) ?? '']?.enum ?? []) as unknown[]
    }
    const proposing = [...schemasOf({ components, ...document })]
      .flatMap(([, schema]) => named(schema))
      .filter((field) => values.every((value) => knownBy(field).includes(value)))
    expect(proposing.length).toBeGreaterThan(0)
    for (const field of proposing) {
      const accepts = new Ajv2020({ strict: false }).compile({ components, ...field })
      expect([accepts(typeof values[0] === 'number' ? 99 : 'another'), accepts({})]).toEqual([
        true,
        false,
      ])
    }
  })
})
