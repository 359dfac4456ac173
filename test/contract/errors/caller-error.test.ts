import { describe, expect, test } from 'vitest'
import { StartError, startErrorOf } from '#src/contract/errors/caller-error.ts'

describe('startErrorOf', () => {
  test.each([
    [
      'was not built',
      new Error('Could not locate the bindings file. Tried:\n → a\n → b'),
      'has no binary for this version of Node',
    ],
    [
      'is of another version of Node',
      Object.assign(new Error("The module 'x.node'\nrequires 127."), { code: 'ERR_DLOPEN_FAILED' }),
      "cannot be loaded: The module 'x.node' requires 127",
    ],
  ])(
    'names reason and remedy in one line when the binary of better-sqlite3 %s',
    (_, cause, why) => {
      const error = startErrorOf(cause)
      expect(error).toBeInstanceOf(StartError)
      expect((error as Error).message).toBe(`better-sqlite3 ${why}; run npm rebuild better-sqlite3`)
    },
  )

  test('leaves a defect as it is', () => {
    const defect = new TypeError('x is not a function')
    expect(startErrorOf(defect)).toBe(defect)
  })
})
