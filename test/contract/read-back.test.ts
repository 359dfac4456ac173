import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { samplesOf, trackingRecord } from '#test/kit/samples.ts'
import { injectServer } from '#test/kit/server.ts'

/** Any text that JSON can carry, with a bias to characters that break stores. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
  fc.constantFrom(
    '\0',
    'a\0b',
    '__proto__',
    "' OR 1=1 --",
    '%_',
    '\u2028',
    '😀👩‍👩‍👧',
    '𝒳',
    '"',
    '\\',
  ),
)

/** Any JSON value whose numbers are carried exactly. */
const anyJson = fc.jsonValue().filter((value) => {
  const isExact = (element: unknown): boolean =>
    typeof element === 'number'
      ? Math.abs(element) <= Number.MAX_SAFE_INTEGER
      : element === null || typeof element !== 'object' || Object.values(element).every(isExact)
  return isExact(value)
})

const anyId = fc.integer({ min: -Number.MAX_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER })

interface Records {
  records: Record<string, unknown>[]
}

const runs = { numRuns: 40 }

describe('stored data', () => {
  test('keeps tracking records exactly, with null and unknown keys', async () => {
    const server = await injectServer()
    const property = fc.asyncProperty(fc.dictionary(anyText, anyJson), async (extra) => {
      const sent = {
        ...trackingRecord(server.fixtures),
        event_properties: extra,
        user_id: null,
        'no such key': extra,
      }
      await server.result('E3', { trackList: [sent] })
      const { records } = await server.control<Records>('/records/tracking?limit=1')
      expect(JSON.stringify(records[0]?.record)).toBe(JSON.stringify(sent))
    })
    await fc.assert(property, runs)
  })

  test('keeps crowd members of any text, in order, through E10', async () => {
    const server = await injectServer()
    const { E7, E10 } = samplesOf(server.fixtures)
    const property = fc.asyncProperty(fc.uniqueArray(anyText, { minLength: 1 }), async (signs) => {
      const list = async () =>
        (await server.result<{ crowdUniqueSign: string }[]>('E10', E10)).map(
          (member) => member.crowdUniqueSign,
        )
      const before = await list()
      await server.result('E7', {
        ...E7,
        crowdList: signs.map((crowdUniqueSign) => ({ crowdUniqueSign })),
      })
      const fresh = signs.filter((sign) => !before.includes(sign))
      expect(await list()).toEqual([...before, ...fresh])
    })
    await fc.assert(property, runs)
  })

  test('keeps names and paths of files of any text, from E16 through E21 to E4', async () => {
    const server = await injectServer()
    const property = fc.asyncProperty(anyText, anyText, async (name, path) => {
      const { assetElementIdList } = await server.result<{ assetElementIdList: number[] }>('E16', {
        fileList: [{ name, path, size: 1, type: name }],
      })
      const { successMaterialIdList } = await server.result<{ successMaterialIdList: number[] }>(
        'E21',
        { assetIdList: assetElementIdList },
      )
      const { detail } = await server.result<{ detail: { subResList: object[] }[] }>('E4', {
        assetIdList: successMaterialIdList,
      })
      expect(detail[0]?.subResList).toMatchObject([{ name, path, type: name, size: 1 }])
    })
    await fc.assert(property, runs)
  })

  test('keeps texts of notifications, remarks, metadata and reports', async () => {
    const server = await injectServer()
    const { E12, E15, E19, E20 } = samplesOf(server.fixtures)
    const first = async (kind: string) =>
      (await server.control<Records>(`/records/${kind}?limit=1`)).records[0]
    const [value] = server.fixtures.metadata.values
    server.workspace.clock.set({ mode: 'frozen', nowMs: 2_000_000_000_000 })
    const property = fc.asyncProperty(anyText, anyId, async (text, id) => {
      const content = { htmlContent: text }
      await server.result('E12', { ...E12, content, url: text, templateCode: text, sendTime: id })
      const notification = { content, url: text, templateCode: text, sendTime: id }
      expect(await first('notifications')).toMatchObject(notification)
      await server.result('E15', { ...E15, remark: text, contentType: text })
      expect(await first('marketing-tasks')).toMatchObject({ remark: text, contentType: text })
      await server.result('E19', { ...E19, uuid: text, contentId: id, likeType: id })
      expect(await first('image-search')).toMatchObject({ uuid: text, contentId: id, likeType: id })
      await server.result('E20', { ...E20, attrValueList: [{ ...value, attrValueName: text }] })
      const { records } = await server.control<Records>('/records/metadata')
      const renamed = records.find((row) => row.attrValueCode === value?.attrValueCode)
      expect(renamed).toMatchObject({ attrValueName: text })
    })
    await fc.assert(property, runs)
  })

  test('keeps an approval with any variables and name, through E5', async () => {
    const server = await injectServer()
    const { E9 } = samplesOf(server.fixtures)
    const { clock, store } = server.workspace
    let nowMs = 2_000_000_000_000
    const anyVariables = fc.dictionary(anyText, anyJson)
    const property = fc.asyncProperty(anyText, anyVariables, async (name, variables) => {
      nowMs += 1
      clock.set({ mode: 'frozen', nowMs })
      const id = await server.result<number>('E9', { ...E9, name, variables })
      const { records } = await server.result<{ records: object[] }>('E5', {
        createTimeForm: nowMs,
      })
      expect(records).toMatchObject([{ processName: name, approvalId: String(id) }])
      const stored = store.sqlite.prepare('SELECT variables FROM approvals WHERE id = ?').pluck()
      expect(stored.get(id)).toBe(JSON.stringify(variables))
    })
    await fc.assert(property, runs)
  })
})
