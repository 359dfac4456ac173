import { describe, expect, test } from 'vitest'
import { UsedAssumptions } from '#src/coverage/used-assumptions.ts'

const usedBy = (...ids: Parameters<UsedAssumptions['add']>[0][]): UsedAssumptions => {
  const used = new UsedAssumptions()
  for (const id of ids) used.add(id)
  return used
}

describe('UsedAssumptions', () => {
  test('lists each assumption once, in the order of their numbers', () => {
    const used = usedBy('A-auth-3', 'A-20-1', 'A-auth-3', 'A-20-1')
    expect([used.text, used.size]).toEqual(['A-20-1, A-auth-3', 2])
    expect(used.sorted).toEqual(['A-20-1', 'A-auth-3'])
    expect([...used]).toEqual(['A-auth-3', 'A-20-1'])
  })
})
