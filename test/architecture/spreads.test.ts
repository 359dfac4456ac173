import { expect, test } from 'vitest'
import { readSource, sourceFiles } from '#test/kit/source-files.ts'

/** A call takes about 120,000 arguments; a list may have more elements. */
const SPREAD = /Math\.(?:max|min)\([^)]*\.\.\./

test('Math.max and Math.min are never called with a spread list', () => {
  expect(sourceFiles('src').filter((file) => SPREAD.test(readSource(file)))).toEqual([])
})
