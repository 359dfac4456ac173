import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FaultRules } from '#src/faults/fault-rules.ts'
import { type Keeper, MemoryAccount, MemoryAccounts } from '#src/kernel/memory-accounts.ts'
import { IssuedUrls } from '#src/workspaces/issued-urls.ts'
import { Nonces } from '#src/workspaces/nonces.ts'
import { keptBytes } from '#test/kit/heap.ts'

const MIB = 1_048_576

/** A keeper of items of any size, the oldest first. */
class Shelf implements Keeper {
  readonly items: number[] = []
  readonly #account: MemoryAccount

  constructor(account: MemoryAccount) {
    this.#account = account
    account.share(this)
  }

  get sizeBytes(): number {
    return this.items.reduce((sum, size) => sum + size, 0)
  }

  keep(size: number): void {
    this.items.push(size)
    this.#account.add(size)
  }

  free(bytes: number): void {
    let left = bytes
    while (left > 0 && this.items.length > 0) {
      const size = this.items.shift() ?? 0
      this.#account.remove(size)
      left -= size
    }
  }
}

describe('MemoryAccount', () => {
  test('stays within its bound and counts everything that its keepers keep', () => {
    const keeping = fc.record({ at: fc.nat(2), size: fc.integer({ min: 1, max: 400_000 }) })
    fc.assert(
      fc.property(fc.array(keeping, { maxLength: 60 }), (all) => {
        const account = new MemoryAccount(MIB)
        const shelves = [new Shelf(account), new Shelf(account), new Shelf(account)]
        for (const { at, size } of all) {
          shelves[at]?.keep(size)
          const kept = shelves.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
          const count = shelves.reduce((sum, { items }) => sum + items.length, 0)
          expect(account.state()).toEqual({ bytes: kept, count, maxBytes: MIB })
          expect(kept).toBeLessThanOrEqual(MIB)
        }
      }),
    )
  })

  test('frees memory of the largest keeper first', () => {
    const account = new MemoryAccount(1_000)
    const [small, large] = [new Shelf(account), new Shelf(account)]
    small.keep(100)
    large.keep(800)
    large.keep(300)
    expect([small.items, large.items]).toEqual([[100], []])
  })

  test('says whether there is room when nothing can be freed', () => {
    const account = new MemoryAccount(1_000)
    account.add(900)
    expect([account.hasRoomFor(100), account.hasRoomFor(101)]).toEqual([true, false])
    account.remove(900)
    expect(account.state()).toEqual({ bytes: 0, count: 0, maxBytes: 1_000 })
  })
})

describe('Nonces', () => {
  test('takes the same memory for nonces of any length', () => {
    const nonces = new Nonces()
    const before = keptBytes()
    for (let index = 0; index < 2_000; index += 1) nonces.add('n'.repeat(15_000) + index)
    expect(keptBytes() - before).toBeLessThan(3 * MIB)
    expect(nonces.has(`${'n'.repeat(15_000)}1999`)).toBe(true)
    expect(nonces.has('n'.repeat(15_000))).toBe(false)
  })

  test('bounds the nonces of a workspace and of all workspaces, and drops the oldest first', () => {
    const account = new MemoryAccount(MIB)
    const [first, second] = [new Nonces(account), new Nonces(account)]
    for (let index = 0; index < 10_001; index += 1) first.add(`a${index}`)
    expect([first.has('a0'), first.has('a10000')]).toEqual([false, true])
    for (let index = 0; index < 10_000; index += 1) second.add(`b${index}`)
    expect(account.bytes).toBeLessThanOrEqual(MIB)
    expect(account.bytes).toBe(first.sizeBytes + second.sizeBytes)
    expect(second.has('b9999')).toBe(true)
  })

  test('claims a nonce during its call, and drops all when the workspace closes', () => {
    const account = new MemoryAccount(MIB)
    const nonces = new Nonces(account)
    nonces.claim('a')
    expect(nonces.has('a')).toBe(true)
    nonces.release('a')
    expect(nonces.has('a')).toBe(false)
    nonces.add('b')
    nonces.add('b')
    expect(account.count).toBe(1)
    nonces.close()
    nonces.add('c')
    expect(account.state()).toMatchObject({ bytes: 0, count: 0 })
  })
})

describe('IssuedUrls', () => {
  test('counts expiry times until they are due, are dropped or the workspace closes', () => {
    const account = new MemoryAccount(MIB)
    const urls = new IssuedUrls(account)
    for (const end of [1, 2, 2, 3]) urls.add(end)
    expect(account.count).toBe(3)
    expect(urls.countExpiring({ afterMs: 0, untilMs: 2 })).toBe(3)
    expect(account.count).toBe(1)
    for (let end = 10; end < 10_020; end += 1) urls.add(end)
    expect(account.count).toBe(10_000)
    urls.close()
    urls.add(1)
    expect(account.state()).toMatchObject({ bytes: 0, count: 0 })
  })
})

describe('FaultRules', () => {
  const rule = (actor: string) => ({
    match: { operation: 'E8' as const, actor },
    phase: 'before' as const,
    effect: { delayMs: 1 },
  })

  test('counts rules with their texts, and rejects one beyond the bound of all workspaces', () => {
    const { faults } = new MemoryAccounts()
    const [first, second] = [new FaultRules(1, faults), new FaultRules(1, faults)]
    const long = 'x'.repeat(MIB)
    for (let count = 0; count < 7; count += 1) first.add(rule(long))
    expect(faults.bytes).toBeGreaterThan(14 * MIB)
    expect(() => second.add(rule(long))).toThrow('delete some first')
    expect(second.add(rule('a@b.example')).id).toBe('f-1')
    first.remove('f-1')
    first.remove('f-1')
    first.clear()
    second.clear()
    expect(faults.state()).toMatchObject({ bytes: 0, count: 0 })
  })
})
