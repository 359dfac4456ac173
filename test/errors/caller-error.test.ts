import { describe, expect, test } from 'vitest'
import { StartError, startErrorOf } from '#src/errors/caller-error.ts'

describe('startErrorOf', () => {
  test.each([
    ['was not built', new Error('Could not locate the bindings file. Tried:\n → a\n → b')],
    [
      'is of another version of Node',
      Object.assign(new Error('NODE_MODULE_VERSION 115'), { code: 'ERR_DLOPEN_FAILED' }),
    ],
  ])('names the remedy in one line when the binary of better-sqlite3 %s', (_case, cause) => {
    const error = startErrorOf(cause)
    expect(error).toBeInstanceOf(StartError)
    expect((error as Error).message).toMatch(/^.*; run npm rebuild better-sqlite3$/)
  })

  test('leaves a defect as it is', () => {
    const defect = new TypeError('x is not a function')
    expect(startErrorOf(defect)).toBe(defect)
  })
})
