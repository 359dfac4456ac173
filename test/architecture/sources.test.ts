import { describe, expect, test } from 'vitest'
import { REFUSALS } from '#src/errors/refusals.ts'
import { readSource, sourceFiles } from '#test/kit/source-files.ts'

/** A call takes about 120,000 arguments; a list may have more elements. */
const SPREAD = /Math\.(?:max|min)\([^)]*\.\.\./

const files = sourceFiles('src')

describe('the sources', () => {
  test('have no folder with a generic name', () => {
    const vague = files.filter((file) => /\b(?:utils?|helpers?|common|misc)\b/.test(file))
    expect(vague).toEqual([])
  })

  test('have nothing left to fill in of what `npm run new` wrote, nor have the tests', () => {
    // Composed, so that this file is not one of them.
    const todo = new RegExp(`\\b${'TO'}DO\\b`)
    const written = [...files, ...sourceFiles('test')]
    expect(written.filter((file) => todo.test(readSource(file)))).toEqual([])
  })

  test('never call Math.max and Math.min with a spread list', () => {
    expect(files.filter((file) => SPREAD.test(readSource(file)))).toEqual([])
  })

  test('name no field by its place in a body in a rule, because that place belongs to the surface', () => {
    const rules = files.filter((file) => file.startsWith('src/domain/'))
    expect(rules.filter((file) => /['"`]param\b/.test(readSource(file)))).toEqual([])
  })

  test('begin every sentence about a field with it, so that a surface can complete the name', () => {
    const sentences = Object.values(REFUSALS)
      .filter(({ namesField }) => namesField)
      .map(({ message }) => (message as (...args: unknown[]) => string)('some.field', ['x'], ['x']))
    expect(sentences.length).toBeGreaterThan(20)
    for (const sentence of sentences) expect(sentence).toMatch(/^some\.field\b/)
  })
})
