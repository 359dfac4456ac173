import { describe, expect, test, vi } from 'vitest'
import { keptRows } from '#src/db/kept-results.ts'
import type { Store } from '#src/db/store.ts'
import { openStore } from '#test/kit/store.ts'

const rename = (store: Store, nickname: string): void => {
  store.sqlite.prepare('UPDATE users SET nickname = ? WHERE id = 1001').run(nickname)
}

const lookupOfNames = () => {
  const find = vi.fn((store: Store, ids: readonly number[]) => {
    const name = store.sqlite
      .prepare<[number], string>('SELECT nickname FROM users WHERE id = ?')
      .pluck()
    return new Map(ids.map((id) => [id, name.get(id)]))
  })
  const namesOf = keptRows(find, () => 10)
  return { find, nameOf: (store: Store) => namesOf(store, [1001]).get(1001) }
}

const reading = <T>(store: Store, work: () => T): T => store.operate(work, { onlyReads: true })

describe('rows that are kept', () => {
  test('are asked for once, in calls that only read and outside of calls', () => {
    const { store } = openStore()
    const { find, nameOf } = lookupOfNames()
    const name = nameOf(store)
    for (let call = 0; call < 3; call += 1) expect(reading(store, () => nameOf(store))).toBe(name)
    expect(nameOf(store)).toBe(name)
    expect(find).toHaveBeenCalledOnce()
  })

  test.each<[string, (store: Store) => void]>([
    ['a statement', (store) => rename(store, 'Changed')],
    ['a script', (store) => store.sqlite.exec("UPDATE users SET nickname = 'Changed'")],
    ['a transaction', (store) => store.transaction(() => rename(store, 'Changed'))],
    ['an operation', (store) => store.operate(() => rename(store, 'Changed'))],
  ])('are asked for again after %s', (_name, change) => {
    const { store } = openStore()
    const { nameOf } = lookupOfNames()
    for (const ask of [() => nameOf(store), () => reading(store, () => nameOf(store))]) {
      rename(store, 'Before')
      expect(ask()).toBe('Before')
      change(store)
      expect(ask()).toBe('Changed')
    }
  })

  test.each<[string, (store: Store, work: () => void) => void]>([
    ['a transaction', (store, work) => store.transaction(work)],
    ['an operation', (store, work) => store.operate(work)],
  ])('are never those that %s has written and not committed', (_name, run) => {
    const { store } = openStore()
    const { nameOf } = lookupOfNames()
    const name = nameOf(store)
    const failing = () =>
      run(store, () => {
        rename(store, 'First')
        expect(nameOf(store)).toBe('First')
        rename(store, 'Second')
        expect(nameOf(store)).toBe('Second')
        throw new Error('rolled back')
      })
    expect(failing).toThrow('rolled back')
    expect(nameOf(store)).toBe(name)
    expect(reading(store, () => nameOf(store))).toBe(name)
  })

  test('are asked for where some are missing, and only those', () => {
    const { store } = openStore()
    const find = vi.fn(rowsOf)
    const rows = keptRows(find, () => 10)
    rows(store, [1, 2])
    expect(rows(store, [2, 3])).toEqual(rowsOf(store, [2, 3]))
    expect(find.mock.calls.map(([, keys]) => keys)).toEqual([[1, 2], [3]])
  })

  test.each([
    ['many', 1, 2_000],
    ['large', 20_000, 10],
    ['too large for any to be kept', 60_000, 3],
  ])('are all found and some of them let go when they are %s', (_name, characters, count) => {
    const { store } = openStore()
    const find = vi.fn(rowsOf)
    const rows = keptRows(find, () => characters)
    const all = Array.from({ length: count }, (_, index) => index + 1)
    expect(rows(store, all).size).toBe(count)
    expect(rows(store, all).size).toBe(count)
    const keptCount = count - (find.mock.lastCall?.[1].length ?? 0)
    expect(keptCount * (characters + 100)).toBeLessThanOrEqual(100_000)
  })

  test('belong to one store', () => {
    const [first, second] = [openStore().store, openStore().store]
    const { nameOf } = lookupOfNames()
    rename(first, 'First')
    rename(second, 'Second')
    expect([nameOf(first), nameOf(second), nameOf(first)]).toEqual(['First', 'Second', 'First'])
  })
})

const rowsOf = (_store: Store, keys: readonly number[]) =>
  new Map(keys.map((key) => [key, `row ${key}`]))
