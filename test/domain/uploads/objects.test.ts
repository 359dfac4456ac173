import { describe, expect, test } from 'vitest'
import { completeUpload } from '#src/domain/uploads/complete-upload.ts'
import { expireUploads } from '#src/domain/uploads/end-upload.ts'
import { findUnfinishedUpload } from '#src/domain/uploads/find-upload.ts'
import {
  deleteObject,
  dropParts,
  findObject,
  hasSmallPart,
  initiateObject,
  keepObjectPart,
  openUploads,
  putObject,
  uploadOfKey,
} from '#src/domain/uploads/objects.ts'
import type { StoredFile } from '#src/store/blobs/blob-store.ts'
import { NOW } from '#test/kit/databases.ts'
import { type OpenedStore, openStore } from '#test/kit/store.ts'

const KEY = 'upload/a.bin'
const OBJECT = { key: KEY }
const DAY_MS = 86_400_000

const fileOf = (number: number): StoredFile & { crc64: string } => ({
  digest: number.toString(16).padStart(64, '0'),
  md5: number.toString(16).padStart(32, '0'),
  sizeBytes: 200_000 + number,
  crc64: '1',
})

const put = ({ call }: OpenedStore, number: number): void =>
  putObject(call(), OBJECT, fileOf(number), '1')

/** Sends an object in one part, and completes it. */
const putInParts = ({ call }: OpenedStore, number: number): void => {
  const uploadId = initiateObject(call(), OBJECT, DAY_MS)
  const file = fileOf(number)
  keepObjectPart(call(), uploadOfKey(call(), uploadId, KEY), 1, file)
  const partETags = [{ partNumber: 1, etag: file.md5 }]
  const digests = [{ digest: file.digest }]
  const merged = { file, parts: digests } as unknown as Parameters<typeof completeUpload>[2]
  completeUpload(call(), { uploadId, filePath: KEY, partETags }, merged)
}

const abandon = ({ store, call }: OpenedStore): void => {
  const uploadId = initiateObject(call(), OBJECT, 1)
  keepObjectPart(call(), uploadOfKey(call(), uploadId, KEY), 1, fileOf(1))
  expireUploads(store, NOW + 1)
}

const count = ({ store }: OpenedStore, table: string): number =>
  store.value<number>(`SELECT count(*) FROM ${table}`) ?? 0

describe('a key that is written again and again', () => {
  test.each([
    ['whole', put],
    ['in parts', putInParts],
  ])('keeps the rows of its last file only, when it is sent %s', (_way, send) => {
    const rule = openStore()
    const tables = ['uploads', 'upload_parts', 'files']
    const countAll = () => tables.map((table) => count(rule, table))
    send(rule, 1)
    const once = countAll()
    for (let number = 2; number < 50; number += 1) send(rule, number)
    expect(countAll()).toEqual(once)
    expect(findObject(rule.store, KEY)?.file.digest).toBe(fileOf(49).digest)
    deleteObject(rule.store, KEY)
    expect(count(rule, 'uploads')).toBe((once[0] ?? 0) - 1)
  })

  test('keeps few of the uploads that ended without a file, and says of the last that it has ended', () => {
    const rule = openStore()
    const before = [count(rule, 'uploads'), count(rule, 'upload_parts')]
    for (let number = 0; number < 50; number += 1) abandon(rule)
    expect(count(rule, 'uploads')).toBe((before[0] ?? 0) + 1)
    expect(findUnfinishedUpload(rule.call(), KEY)?.status).toBe('expired')
    deleteObject(rule.store, KEY)
    expect([count(rule, 'uploads'), count(rule, 'upload_parts')]).toEqual(before)
  })

  test('keeps the file that an atom names', () => {
    const rule = openStore()
    put(rule, 1)
    rule.store.run('UPDATE atoms SET file_digest = ?', fileOf(1).digest)
    put(rule, 2)
    deleteObject(rule.store, KEY)
    const named = 'SELECT count(*) FROM files WHERE digest = ?'
    expect(rule.store.value(named, fileOf(1).digest)).toBe(1)
    expect(rule.store.value(named, fileOf(2).digest)).toBe(0)
  })

  test('is found by indexes that end at its rows', () => {
    const rule = openStore()
    const { store, call } = rule
    const texts = new Set<string>()
    const prepare = store.sqlite.prepare.bind(store.sqlite)
    store.sqlite.prepare = ((text: string) => {
      texts.add(text)
      return prepare(text)
    }) as typeof store.sqlite.prepare
    put(rule, 1)
    putInParts(rule, 2)
    abandon(rule)
    initiateObject(call(), OBJECT, DAY_MS)
    findObject(store, KEY)
    findUnfinishedUpload(call(), KEY)
    const uploadId = initiateObject(call(), OBJECT, DAY_MS)
    hasSmallPart(store, uploadId)
    dropParts(store, uploadId, new Set())
    openUploads(store, { nowMs: 0, prefix: '', keyMarker: '', idMarker: '', limit: 1 })
    deleteObject(store, KEY)
    expect(texts.size).toBeGreaterThan(20)
    const steps = [...texts].flatMap((text) => {
      const names = [...text.matchAll(/[:@](\w+)/g)].map(([, name = '']) => [name, null])
      const places = Array((text.match(/\?/g) ?? []).length).fill(null)
      const plan = /\b(?:uploads|upload_parts|files)\b/.test(text)
        ? prepare(`EXPLAIN QUERY PLAN ${text}`).all(
            ...(names.length > 0 ? [Object.fromEntries(names)] : places),
          )
        : []
      return (plan as { detail: string }[]).map(({ detail }) => `${detail} in ${text}`)
    })
    const slow = /^SCAN (?!json_each|CONSTANT)|TEMP B-TREE/
    // Atoms and parts of assets have no index of their files; open uploads are counted, which are bounded.
    const isOther =
      /^SCAN (?:atoms|sub_resources|uploads USING (?:COVERING )?INDEX uploads_expiry) in/
    expect(steps.filter((step) => slow.test(step) && !isOther.test(step))).toEqual([])
  })
})
