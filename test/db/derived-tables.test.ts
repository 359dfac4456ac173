import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { countPublished, countTagged, countTasks } from '#src/db/count-rows.ts'
import { COUNTED_HOUR_MS, findWrongTable } from '#src/db/derived-tables.ts'
import { migrateToNewest } from '#src/db/migrate.ts'
import { openInMemory } from '#src/db/open-database.ts'
import type { Store } from '#src/db/store.ts'
import { shippedFolders } from '#src/start/shipped-folders.ts'
import { LIBRARY_OF_SCHEMA_4, olderDatabase, SCHEMA_4 } from '#test/kit/older-database.ts'
import { openStore } from '#test/kit/store.ts'

/** An instant close to the limits of four hours, or on one of them. */
const anyInstant = fc
  .tuple(fc.integer({ min: 0, max: 4 }), fc.integer({ min: -2, max: 2 }))
  .map(([hour, ms]) => Math.max(0, hour * COUNTED_HOUR_MS + ms))

const anyInstantOrNone = fc.option(anyInstant)
const anyCategory = fc.constantFrom('APPROVAL', 'OTHER')
const anyRow = fc.integer({ min: 1, max: 6 })
const anyBlock = fc.constantFrom(601, 602)

const anyTag = fc.constantFrom('tea', 'TEA', '')

interface Change {
  readonly statement: string
  readonly values: readonly (string | number | null)[]
}

const changeTo = (statement: string) => (values: Change['values']) => ({ statement, values })

const taskValues = fc.tuple(anyRow, anyCategory, anyCategory, anyInstantOrNone, anyInstantOrNone)

const INSERTED_TASK = `INSERT INTO approval_tasks
  SELECT :v1, 'task' || :v1, approval_id, key, step, process_name, :v2, :v3, submitter, assignee, status, :v4, :v5, NULL
  FROM approval_tasks WHERE sequence = (SELECT min(sequence) FROM approval_tasks)`

const INSERTED_CONTENT = `INSERT INTO portal_contents
  SELECT :v1, :v2, core_id, name, text, search_folded, :v3, :v4, button_name, button_link_url
  FROM portal_contents WHERE id = 80002`

const INSERTED_TAG =
  'INSERT INTO portal_content_tags SELECT id, :v2 FROM portal_contents WHERE id = :v1'

/** Changes of the counted rows, in the ways in which the program writes them. */
const anyChange: fc.Arbitrary<Change> = fc.oneof(
  taskValues.map(
    changeTo(`${INSERTED_TASK} ON CONFLICT DO UPDATE SET category = :v3, created_at_ms = :v4`),
  ),
  taskValues.map(
    changeTo(`UPDATE approval_tasks SET process_category = :v2, category = :v3, created_at_ms = :v4, ended_at_ms = :v5
      WHERE sequence = :v1`),
  ),
  fc.tuple(anyRow).map(changeTo('DELETE FROM approval_tasks WHERE sequence = :v1')),
  fc
    .tuple(anyRow, anyBlock, anyInstant, anyInstantOrNone)
    .map(changeTo(`${INSERTED_CONTENT} ON CONFLICT DO UPDATE SET block_id = :v2`)),
  fc
    .tuple(anyRow, anyBlock, anyInstant, anyInstantOrNone)
    .map(
      changeTo(
        'UPDATE portal_contents SET block_id = :v2, published_at_ms = :v3, stopped_at_ms = :v4 WHERE id = :v1',
      ),
    ),
  fc
    .tuple(anyRow)
    .map(
      changeTo(
        'DELETE FROM portal_contents WHERE id = :v1 AND id NOT IN (SELECT content_id FROM portal_content_tags)',
      ),
    ),
  fc.tuple(anyRow, anyTag).map(changeTo(`${INSERTED_TAG} ON CONFLICT DO NOTHING`)),
  fc
    .tuple(anyRow, anyTag, anyTag)
    .map(
      changeTo(
        'UPDATE OR IGNORE portal_content_tags SET tag = :v3 WHERE content_id = :v1 AND tag = :v2',
      ),
    ),
  fc.tuple(anyRow).map(changeTo('DELETE FROM portal_content_tags WHERE content_id = :v1')),
)

/** A store whose own task has another number than those of the changes. */
const openPrepared = () => {
  const opened = openStore()
  opened.store.sqlite.exec('UPDATE approval_tasks SET sequence = sequence + 1000')
  return opened
}

const apply = ({ sqlite }: Store, { statement, values }: Change): void => {
  const named = Object.fromEntries(values.map((value, index) => [`v${index + 1}`, value]))
  sqlite.prepare(statement).run(named)
}

/** Undoes what some work does. */
const undone = ({ sqlite }: Store, work: () => void): void => {
  sqlite.exec('BEGIN')
  try {
    work()
  } finally {
    sqlite.exec('ROLLBACK')
  }
}

const numberOf = ({ sqlite }: Store, query: string, values: object): number =>
  Number(sqlite.prepare(query).pluck().get(values))

const TASKS = `SELECT count(*) FROM approval_tasks WHERE created_at_ms >= :fromMs
  AND (:category IS NULL OR category = :category OR process_category = :processCategory)
  AND (:isEnded IS NULL OR (ended_at_ms IS NOT NULL) = :isEnded)`

const CONTENTS = `SELECT count(*) FROM portal_contents WHERE block_id = 601 AND published_at_ms <= :fromMs
  AND (stopped_at_ms IS NULL OR stopped_at_ms > :fromMs)`

const WITH_TAG = `AND id IN (SELECT content_id FROM portal_content_tags WHERE tag = 'tea')`

/** How the statements are run that some work prepares, without the steps that read no table. */
const plansOf = (work: (store: Store) => void): string[] => {
  const { store } = openStore()
  const { sqlite } = store
  const prepare = sqlite.prepare.bind(sqlite)
  const texts: string[] = []
  sqlite.prepare = ((text: string) => {
    texts.push(text)
    return prepare(text)
  }) as typeof sqlite.prepare
  work(store)
  return texts
    .flatMap((text) => {
      const names = [...text.matchAll(/:(\w+)/g)].map(([, name]) => [name, null])
      const plan = prepare<[object], { detail: string }>(`EXPLAIN QUERY PLAN ${text}`)
      return plan.all(Object.fromEntries(names))
    })
    .map(({ detail }) => detail)
    .filter((detail) => /^(SEARCH|SCAN) (?!CONSTANT)/.test(detail))
}

describe('the derived tables', () => {
  test('have what is derived from the rows after any sequence of changes', () => {
    const { store } = openPrepared()
    fc.assert(
      fc.property(fc.array(anyChange, { maxLength: 30 }), (changes) => {
        undone(store, () => {
          for (const change of changes) {
            apply(store, change)
            expect(findWrongTable(store.sqlite)).toBeUndefined()
          }
        })
        expect(findWrongTable(store.sqlite)).toBeUndefined()
      }),
      { numRuns: 150 },
    )
  })

  test('count what the rows of E5 and E6 are at any instant', () => {
    const { store } = openPrepared()
    const anyQuery = fc.record({
      changes: fc.array(anyChange, { minLength: 5, maxLength: 15 }),
      fromMs: anyInstant,
      category: fc.option(anyCategory),
      processCategory: fc.option(anyCategory),
      isEnded: fc.constantFrom(0, 1, null),
    })
    fc.assert(
      fc.property(anyQuery, ({ changes, ...tasks }) => {
        undone(store, () => {
          for (const change of changes) apply(store, change)
          expect(countTasks(store, tasks)).toBe(numberOf(store, TASKS, tasks))
          expect(countPublished(store, 601, tasks.fromMs)).toBe(numberOf(store, CONTENTS, tasks))
          const tagged = { blockId: 601, tag: 'tea', nowMs: tasks.fromMs }
          expect(countTagged(store, tagged)).toBe(numberOf(store, `${CONTENTS} ${WITH_TAG}`, tasks))
        })
      }),
      { numRuns: 300 },
    )
  })

  test('count a content from its publication on, and no more from its end on', () => {
    const { store } = openStore()
    const shown = { from: 7_200_001, until: 7_200_005 }
    store.sqlite.exec(`UPDATE portal_contents SET published_at_ms = ${shown.from}, stopped_at_ms = ${shown.until};
      DELETE FROM portal_content_tags; INSERT INTO portal_content_tags SELECT id, 'tea' FROM portal_contents`)
    const all = numberOf(store, 'SELECT count(*) FROM portal_contents WHERE block_id = 601', {})
    expect(all).toBeGreaterThan(0)
    const counts = [shown.from - 1, shown.from, shown.until - 1, shown.until].map((nowMs) => [
      countPublished(store, 601, nowMs),
      countTagged(store, { blockId: 601, tag: 'tea', nowMs }),
    ])
    expect(counts).toEqual([
      [0, 0],
      [all, all],
      [all, all],
      [0, 0],
    ])
  })

  test('make a count read no task of a whole hour, and no content', () => {
    const plans = plansOf((store) => {
      countTasks(store, { fromMs: 1, category: null, processCategory: null, isEnded: null })
      countPublished(store, 601, 1)
      countTagged(store, { blockId: 601, tag: 'tea', nowMs: 1 })
    })
    expect(plans).toEqual([
      'SEARCH approval_task_counts USING PRIMARY KEY (hour>?)',
      'SEARCH approval_tasks USING INDEX approval_tasks_created (created_at_ms>? AND created_at_ms<?)',
      'SEARCH portal_content_counts USING PRIMARY KEY (block_id=? AND hour<?)',
      'SEARCH portal_contents USING COVERING INDEX portal_contents_block (block_id=? AND published_at_ms>? AND published_at_ms<?)',
      'SEARCH portal_contents USING INDEX portal_contents_stopped (block_id=? AND stopped_at_ms>? AND stopped_at_ms<?)',
      'SEARCH portal_tagged_contents USING PRIMARY KEY (block_id=? AND tag=? AND published_at_ms<?)',
    ])
  })

  test('are made of the rows of a database of an older schema', () => {
    const database = openInMemory(olderDatabase(SCHEMA_4, LIBRARY_OF_SCHEMA_4))
    onTestFinished(() => void database.close())
    migrateToNewest(database, 'workspace', shippedFolders().migrations)
    expect(database.prepare('SELECT * FROM approval_task_counts').all()).toHaveLength(1)
    expect(findWrongTable(database)).toBeUndefined()
  })
})
