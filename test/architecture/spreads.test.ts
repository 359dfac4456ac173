import { expect, test } from 'vitest'
import { readSource, sourceFiles } from '#test/kit/source-files.ts'

/** A call takes about 120,000 arguments; a list may have more elements. */
const SPREAD = /Math\.(?:max|min)\([^)]*\.\.\./

test('no list becomes the arguments of Math.max or Math.min', () => {
  expect(sourceFiles('src').filter((file) => SPREAD.test(readSource(file)))).toEqual([])
})
