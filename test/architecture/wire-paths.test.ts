import { expect, test } from 'vitest'
import { REFUSALS } from '#src/errors/refusals.ts'
import { readSource, sourceFiles } from '#test/kit/source-files.ts'

test('no rule names a field by its place in a body, which belongs to the surface', () => {
  const wired = sourceFiles('src/domain').filter((file) => /['"`]param\b/.test(readSource(file)))
  expect(wired).toEqual([])
})

test('every sentence that names a field begins with it, so that a surface can complete the name', () => {
  const sentences = Object.values(REFUSALS)
    .filter(({ namesField }) => namesField)
    .map(({ message }) => (message as (...args: unknown[]) => string)('some.field', ['x'], ['x']))
  expect(sentences.length).toBeGreaterThan(20)
  for (const sentence of sentences) expect(sentence).toMatch(/^some\.field\b/)
})
