import { expect, test } from 'vitest'
import { readSource, sourceFiles } from '#test/kit/source-files.ts'

test('nothing is left to fill in of what `npm run new` wrote', () => {
  // Composed, so that this file is not one of them.
  const todo = new RegExp(`\\b${'TO'}DO\\b`)
  const written = [...sourceFiles('src'), ...sourceFiles('test')]
  expect(written.filter((file) => todo.test(readSource(file)))).toEqual([])
})
