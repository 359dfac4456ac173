import { expect, test } from 'vitest'
import { openStore } from '#test/kit/store.ts'

test('an operation that only reads fails before it writes', () => {
  const { store } = openStore()
  const names = () => store.values('SELECT name FROM dimensions ORDER BY id')
  const before = names()
  const rename = () => store.run("UPDATE dimensions SET name = 'Other'")
  expect(() => store.operate(rename, { onlyReads: true })).toThrow('only reads may not run UPDATE')
  expect(store.operate(names, { onlyReads: true })).toEqual(before)
  store.operate(rename)
  expect(new Set(names())).toEqual(new Set(['Other']))
})
