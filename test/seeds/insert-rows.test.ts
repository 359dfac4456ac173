import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { describe, expect, test } from 'vitest'
import { dimensions, userDimensions } from '#src/db/tables/workspace/users.ts'
import { insertAll } from '#src/seeds/load/insert-rows.ts'
import { openStore } from '#test/kit/store.ts'

describe('a row that the database refuses', () => {
  test.each<[string, SQLiteTable, object, string]>([
    ['a missing value', dimensions, { id: 9 }, 'dimensions, id 9: name is missing'],
    [
      'a key that is taken',
      dimensions,
      { id: 40, name: 'x' },
      'dimensions, id 40: id 40 is taken already',
    ],
    [
      'a name of nothing',
      userDimensions,
      { userId: 1001, dimensionId: 9 },
      'userDimensions: dimensionId is 9, which is not among the dimensions',
    ],
    [
      'a value of another type',
      dimensions,
      { id: 'x', name: 'x' },
      'dimensions, id x: a value of it cannot be stored',
    ],
  ])('is described in plain words for %s', (_, table, row, words) => {
    const { store } = openStore()
    expect(() => insertAll(store, table, [row])).toThrow(words)
  })
})
