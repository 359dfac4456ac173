import { expect, test } from 'vitest'
import { openStore } from '#test/kit/store.ts'

test('an operation that only reads fails when it writes', () => {
  const { store } = openStore()
  const names = () => store.sqlite.prepare('SELECT name FROM dimensions ORDER BY id').pluck().all()
  const rename = () => store.sqlite.exec("UPDATE dimensions SET name = 'Other'")
  expect(() => store.operate(rename, { onlyReads: true })).toThrow('only reads has written')
  expect(store.operate(names, { onlyReads: true })).toEqual(names())
})
