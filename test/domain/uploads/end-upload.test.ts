import { describe, expect, test } from 'vitest'
import { countExpiredUploads, expireUploads, firstExpiry } from '#src/domain/uploads/end-upload.ts'
import { initiateObject } from '#src/domain/uploads/objects.ts'
import { NOW } from '#test/kit/databases.ts'
import { type OpenedStore, openStore } from '#test/kit/store.ts'

const initiateMany = ({ call }: OpenedStore, count: number, lifetimeMs: number): string[] =>
  Array.from({ length: count }, (_, number) =>
    initiateObject(call(), { key: `upload/${number}` }, lifetimeMs),
  )

const addParts = ({ store }: OpenedStore, uploadId: string, count: number): void => {
  for (let number = 1; number <= count; number += 1)
    store.run(
      'INSERT INTO upload_parts VALUES (?, ?, ?, 1, ?, NULL, NULL)',
      uploadId,
      number,
      'a'.repeat(32),
      'a'.repeat(64),
    )
}

/** Ends uploads until none is left; answers how many each turn has ended. */
const endAll = ({ store }: OpenedStore): number[] => {
  const turns: number[] = []
  while (turns.at(-1) !== 0) turns.push(expireUploads(store, NOW + 1_000))
  return turns
}

describe('expired uploads', () => {
  test('end some at a time, the earliest first, and the others stay open', () => {
    const rule = openStore()
    const late = initiateMany(rule, 3, 2_000)
    initiateMany(rule, 1_100, 1_000)
    const [first] = initiateMany(rule, 1, 1)
    expect(firstExpiry(rule.store)).toBe(NOW + 1)
    expect(countExpiredUploads(rule.store, { afterMs: NOW, untilMs: NOW + 1_000 })).toBe(1_101)
    expect(endAll(rule)).toEqual([500, 500, 101, 0])
    const status = 'SELECT status FROM uploads WHERE id = ?'
    expect(rule.store.value(status, first)).toBe('expired')
    expect(late.map((id) => rule.store.value(status, id))).toEqual(['open', 'open', 'open'])
    expect(firstExpiry(rule.store)).toBe(NOW + 2_000)
  })

  test('end fewer at a time when they have many parts, whose bytes are all released', () => {
    const rule = openStore()
    for (const uploadId of initiateMany(rule, 5, 1_000)) addParts(rule, uploadId, 3_000)
    expect(endAll(rule)).toEqual([2, 2, 1, 0])
    const held = `SELECT count(*) FROM upload_parts JOIN uploads ON uploads.id = upload_id
       WHERE status = 'expired' AND digest IS NOT NULL`
    expect(rule.store.value(held)).toBe(0)
  })
})
