import { describe, expect, test } from 'vitest'
import {
  formatVariation,
  kindsOf,
  parseVariation,
  VARIATION_NAMES,
} from '#src/instruments/variation/variation-kinds.ts'

describe('the text of a variation', () => {
  test('has a seed, and kinds where these are not all', () => {
    expect(parseVariation('off')).toBeUndefined()
    expect(parseVariation('7')).toEqual({ seed: 7, kinds: VARIATION_NAMES })
    const some = parseVariation('0:extra-fields,list-order')
    expect(some).toEqual({ seed: 0, kinds: ['list-order', 'extra-fields'] })
    expect(formatVariation(some)).toBe('0:list-order,extra-fields')
    expect(formatVariation(parseVariation('4294967295'))).toBe('4294967295')
    expect(formatVariation(undefined)).toBe('off')
    expect(kindsOf(['extra-fields', 'extra-fields'])).toEqual(['extra-fields'])
  })

  test.each(['', 'on', '-1', '1.5', '4294967296', '7:', ':list-order', '7 '])(
    'is refused with an example: "%s"',
    (text) => {
      expect(() => parseVariation(text)).toThrow('such as 7 or 7:list-order')
    },
  )

  test('is refused for an unknown kind, with the known ones and a suggestion', () => {
    expect(() => parseVariation('7:list-orders')).toThrow(
      'has the unknown kind "list-orders"; the kinds are list-order, optional-values, extra-fields, ' +
        'error-codes, success-message; did you mean "list-order"?',
    )
  })
})
