import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Turns } from '#src/media/turns.ts'

const LIMITS = { perOwner: 100, inAll: 1_000 }

const turnsWith = (...items: [owner: string, item: string][]): Turns<string> => {
  const turns = new Turns<string>(LIMITS)
  for (const [owner, item] of items) expect(turns.add(owner, item)).toBe(true)
  return turns
}

describe('Turns', () => {
  test('gives an owner one turn at a time, in the order of its items', () => {
    const turns = turnsWith(['a', 'one'], ['a', 'two'])
    expect(turns.next()).toEqual({ owner: 'a', item: 'one' })
    expect(turns.next()).toBeUndefined()
    turns.release('a', 1)
    expect(turns.next()).toEqual({ owner: 'a', item: 'two' })
  })

  test('gives a new owner the next turn before items of other owners', () => {
    const slow = ['a', 'b', 'c']
    const turns = turnsWith(
      ...slow.flatMap((owner): [string, string][] =>
        Array.from({ length: 20 }, (_, at) => [owner, `${owner}${at}`]),
      ),
    )
    for (let round = 0; round < 6; round += 1) turns.release(turns.next()?.owner ?? '', 5_000)
    const running = turns.next()?.owner ?? ''
    turns.add('new', 'small')
    turns.release(running, 5_000)
    expect(turns.next()?.owner).toBe('new')
  })

  test('gives a shared item to the first of its owners', () => {
    const turns = turnsWith(['a', 'a1'], ['a', 'shared'])
    turns.next()
    turns.add('b', 'shared')
    expect(turns.next()).toEqual({ owner: 'b', item: 'shared' })
    turns.release('a', 1)
    turns.release('b', 1)
    expect(turns.next()).toBeUndefined()
    expect(turns.size).toBe(0)
  })

  test('bounds the items of each owner and of all', () => {
    const turns = new Turns<number>({ perOwner: 2, inAll: 3 })
    expect([turns.add('a', 1), turns.add('a', 2), turns.add('a', 3)]).toEqual([true, true, false])
    expect([turns.add('b', 4), turns.add('c', 5)]).toEqual([true, false])
    expect(turns.add('a', 1)).toBe(true)
    turns.remove(1)
    expect(turns.add('c', 5)).toBe(true)
  })

  test('gives every item one turn, and an owner never two at a time', () => {
    const owner = fc.constantFrom('a', 'b', 'c', 'constructor')
    const step = fc.oneof(owner, fc.constantFrom('take' as const, 'end' as const))
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const turns = new Turns<number>(LIMITS)
        const busy: string[] = []
        const seen: number[] = []
        const take = (): void => {
          const turn = turns.next()
          if (!turn) return
          expect(busy).not.toContain(turn.owner)
          busy.push(turn.owner)
          seen.push(turn.item)
        }
        const end = (): void => turns.release(busy.shift() ?? 'nobody', 1)
        const owners = steps.filter((one) => one !== 'take' && one !== 'end')
        let added = 0
        const doStep = { take, end }
        for (const one of steps)
          if (one === 'take' || one === 'end') doStep[one]()
          else turns.add(one, added++)
        for (const _ of [...owners, ...steps]) {
          take()
          end()
        }
        expect(seen.sort((a, b) => a - b)).toEqual(owners.map((_, at) => at))
      }),
    )
  })
})
