import { expect, test } from 'vitest'
import { FaultRules } from '#src/instruments/faults/fault-rules.ts'
import { UnusedFaults } from '#src/instruments/faults/unused-faults.ts'
import { LIMITS } from '#src/kernel/limits.ts'

test('unused fault rules are all counted, and described within a bound', () => {
  const rules = new FaultRules(1)
  const { max } = LIMITS.unusedFaults
  const match = { operation: 'E9', body: { note: 'x'.repeat(10_000) } } as const
  for (let count = 0; count <= max; count += 1)
    rules.add({ match, phase: 'before', effect: { reset: true } })
  const unused = new UnusedFaults()
  unused.add('mine', rules)
  unused.add('mine', rules)
  expect(unused.count).toBe(2 * (max + 1))
  expect(unused.rules).toHaveLength(max)
  for (const { rule } of unused.rules) expect(rule).toHaveLength(LIMITS.unusedFaultCharacters.max)
})
