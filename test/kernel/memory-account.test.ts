import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FaultRules } from '#src/instruments/faults/fault-rules.ts'
import { type Keeper, MemoryAccount } from '#src/kernel/memory-account.ts'
import { Nonces } from '#src/workspaces/nonces.ts'
import { keptBytes } from '#test/kit/heap.ts'

const MIB = 1_048_576

/** A keeper of items of any size, the oldest first. */
class Shelf implements Keeper {
  readonly items: number[] = []
  readonly #account: MemoryAccount

  constructor(account: MemoryAccount) {
    this.#account = account
    account.keepers.add(this)
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
      this.#account.give(size)
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
          expect(account.bytes).toBe(kept)
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

  test('makes room by what keepers have, and says whether there is enough', () => {
    const account = new MemoryAccount(1_000)
    const shelf = new Shelf(account)
    shelf.keep(300)
    account.add(600)
    expect([account.makeRoom(100), shelf.items]).toEqual([true, [300]])
    expect([account.makeRoom(400), shelf.items]).toEqual([true, []])
    expect(account.makeRoom(401)).toBe(false)
    account.give(600)
    expect(account.bytes).toBe(0)
  })
})

describe('Nonces', () => {
  test('takes the same memory for nonces of any length', () => {
    const nonces = new Nonces(new MemoryAccount(32 * MIB))
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
    expect(account.bytes).toBe(128)
    nonces.close()
    nonces.add('c')
    expect(account.bytes).toBe(0)
  })
})

describe('FaultRules', () => {
  const rule = (actor: string) => ({
    match: { operation: 'E8' as const, actor },
    phase: 'before' as const,
    effect: { delayMs: 1 },
  })

  test('counts rules with their texts, and rejects one beyond the bound of all workspaces', () => {
    const account = new MemoryAccount(16 * MIB)
    const [first, second] = [new FaultRules(1, account), new FaultRules(1, account)]
    const long = 'x'.repeat(MIB)
    for (let count = 0; count < 7; count += 1) first.add(rule(long))
    expect(account.bytes).toBeGreaterThan(14 * MIB)
    expect(() => second.add(rule(long))).toThrow('delete some rules first')
    expect(second.add(rule('a@b.example')).id).toBe('f-1')
    first.remove('f-1')
    first.remove('f-1')
    first.clear()
    second.clear()
    expect(account.bytes).toBe(0)
  })
})
