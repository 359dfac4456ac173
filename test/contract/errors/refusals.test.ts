import { describe, expect, test } from 'vitest'
import { REFUSALS } from '#src/contract/errors/refusals.ts'

describe('a refusal of a field', () => {
  test('starts its sentence with the field, so that a surface can complete the name', () => {
    const sentences = Object.values(REFUSALS)
      .filter(({ namesField }) => namesField)
      .map(({ message }) => (message as (...args: unknown[]) => string)('some.field', ['x'], ['x']))
    expect(sentences.length).toBeGreaterThan(20)
    for (const sentence of sentences) expect(sentence).toMatch(/^some\.field\b/)
  })
})
