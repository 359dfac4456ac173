import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Store } from '#src/db/store.ts'
import { loadSeed } from '#src/seeds/load-seed.ts'
import { readSeed } from '#src/seeds/read-seed.ts'
import type { Seed } from '#src/seeds/seed-format.ts'
import { shippedFolders } from '#src/start/shipped-folders.ts'
import { dumpOf } from '#test/kit/dumps.ts'
import { seedFiles } from '#test/kit/seeds.ts'
import { openStore } from '#test/kit/store.ts'

const FOLDER = join(shippedFolders().seeds, 'minimal')
const MINIMAL = readSeed({ folder: FOLDER })
const FILES = await seedFiles(MINIMAL, FOLDER)

const replace = (store: Store, seed: Seed): void =>
  loadSeed(store, seed, FILES, 1, { mode: 'replace' })

const rows = (store: Store, query: string, ...parameters: unknown[]): unknown[] =>
  store.sqlite
    .prepare(query)
    .raw()
    .all(...parameters)

/** The element of a kind with an id. */
const element = <K extends Exclude<keyof Seed, 'fixtures'>>(kind: K, id: number) => {
  const found = (MINIMAL[kind] as { id: unknown }[]).find((each) => each.id === id)
  return structuredClone(found) as NonNullable<Seed[K]>[number]
}

describe('a seed that replaces what has its ids', () => {
  test('changes nothing when it is what the database has', () => {
    const { store } = openStore()
    const before = dumpOf(store)
    replace(store, MINIMAL)
    expect(dumpOf(store)).toEqual(before)
  })

  test('gives the same database when it is sent twice, whatever was changed before', () => {
    const kinds = Object.keys(MINIMAL).filter((kind) => kind !== 'fixtures')
    const wanted = fc.record({
      kinds: fc.subarray(kinds, { minLength: 1 }),
      share: fc.integer({ min: 1, max: 4 }),
      statements: fc.subarray(CHANGES),
    })
    fc.assert(
      fc.property(wanted, ({ kinds: chosen, share, statements }) => {
        const { store } = openStore()
        for (const statement of statements) store.sqlite.exec(statement)
        const fragment = Object.fromEntries(
          chosen.map((kind) => [
            kind,
            (Reflect.get(MINIMAL, kind) as unknown[]).filter((_, index) => index % share === 0),
          ]),
        )
        const first = attempt(store, fragment)
        const once = dumpOf(store)
        expect(attempt(store, fragment)).toBe(first)
        expect(dumpOf(store)).toEqual(once)
      }),
      { numRuns: 60 },
    )
  })
})

/** Why a fragment was refused; undefined when it was loaded. */
const attempt = (store: Store, fragment: Seed): string | undefined => {
  try {
    replace(store, fragment)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

/** What operations do to a database of the seed `minimal`. */
const CHANGES = [
  "INSERT INTO crowd_members (id, pack_id, sign) SELECT 9000000, min(id), 'added' FROM crowd_packs",
  'DELETE FROM crowd_members WHERE id = (SELECT min(id) FROM crowd_members)',
  'DELETE FROM collection_items WHERE collection_id = 3002',
  "UPDATE collections SET name = 'Changed', name_folded = 'changed' WHERE id = 3002",
  "INSERT INTO portal_collaborators SELECT 77, min(id), 1, 'user', 1003, 1001, 1 FROM portals",
  "UPDATE approval_tasks SET status = 'APPROVED', ended_at_ms = created_at_ms WHERE key = 'task1'",
  'UPDATE assets SET tags = id, approval_status = 0',
  "UPDATE metadata_values SET name = 'Changed'",
  "UPDATE users SET nickname = 'Changed'",
  'DELETE FROM upload_parts',
]
