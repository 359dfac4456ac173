import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { equalsSecretly, hmacHex, sha256Hex, signUrl, verifyUrl } from '#src/kernel/signature.ts'

describe('hmacHex', () => {
  test('is HMAC-SHA256, by the second test case of RFC 4231', () => {
    expect(hmacHex('Jefe', 'what do ya want for nothing?')).toBe(
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    )
  })
})

describe('sha256Hex', () => {
  test('is SHA-256 of text and of bytes, by the first test case of FIPS 180', () => {
    const digest = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
    expect(sha256Hex('abc')).toBe(digest)
    expect(sha256Hex(new Uint8Array([0x61, 0x62, 0x63]))).toBe(digest)
  })
})

describe('equalsSecretly', () => {
  test.each([
    ['', '', true],
    ['secret', 'secret', true],
    ['屿', '屿', true],
    ['secret', 'Secret', false],
    ['secret', 'secret ', false],
    ['', 'secret', false],
    ['secret', '', false],
  ])('of %j and %j is %j', (given, expected, is) => {
    expect(equalsSecretly(given, expected)).toBe(is)
  })
})

describe('signAddress', () => {
  test('adds expiry and signature, which covers path and expiry', () => {
    const signed = '/_files/00000000/resources/1/original?expires=1800000000000'
    expect(signUrl('key', '/_files/00000000/resources/1/original', 1_800_000_000_000)).toBe(
      `${signed}&signature=${hmacHex('key', signed)}`,
    )
  })

  test('signs another key, path and expiry otherwise', () => {
    const signatureOf = (address: string) => /&signature=([0-9a-f]{64})$/.exec(address)?.[1]
    const signatures = [
      signUrl('key', '/a', 1),
      signUrl('key2', '/a', 1),
      signUrl('key', '/b', 1),
      signUrl('key', '/a', 2),
    ].map(signatureOf)
    expect(signatures).not.toContain(undefined)
    expect(new Set(signatures).size).toBe(4)
  })
})

describe('judgeAddress', () => {
  const PATH = '/_files/00000000/resources/1/original'
  const right = signUrl('key', PATH, 1_800_000_000_000)

  /** Any path: one without a question mark. */
  const anyPath = fc
    .string({ unit: 'binary', maxLength: 60 })
    .map((path) => path.replaceAll('?', '/'))
  const anyInstant = fc.nat({ max: Number.MAX_SAFE_INTEGER })

  test('answers path and expiry of every address that was signed with the key', () => {
    fc.assert(
      fc.property(fc.string(), anyPath, anyInstant, (key, path, expiresAtMs) => {
        const judged = verifyUrl(key, signUrl(key, path, expiresAtMs))
        expect(judged).toEqual({ isSigned: true, path, expiresAtMs })
      }),
    )
  })

  test('refuses what was signed with another key', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), anyPath, (key, other, path) => {
        fc.pre(key !== other)
        const judged = verifyUrl(other, signUrl(key, path, 1))
        expect(judged).toEqual({
          isSigned: false,
          reason: 'the signature does not fit the address',
        })
      }),
    )
  })

  test('refuses an address with one character changed, removed or added', () => {
    const change = fc.record({
      at: fc.nat({ max: right.length }),
      removed: fc.nat({ max: 1 }),
      added: fc.oneof(
        fc.string({ unit: 'binary', maxLength: 1 }),
        fc.constantFrom(...'0189af?&=/'),
      ),
    })
    fc.assert(
      fc.property(change, ({ at, removed, added }) => {
        const changed = right.slice(0, at) + added + right.slice(at + removed)
        fc.pre(changed !== right)
        expect(verifyUrl('key', changed).isSigned, changed).toBe(false)
      }),
      { numRuns: 2_000 },
    )
  })

  test.each([
    ['nothing', ''],
    ['a path alone', PATH],
    ['an empty query', `${PATH}?`],
    ['no signature', right.split('&')[0] ?? ''],
    ['an empty signature', right.replace(/signature=.*/, 'signature=')],
    ['something behind it', `${right}&more=1`],
    ['a line end behind it', `${right}\n`],
    ['a fragment behind it', `${right}#fragment`],
    ['capital digits', right.replace(/[0-9a-f]{64}$/, (digits) => digits.toUpperCase())],
    ['a leading zero', right.replace('expires=', 'expires=0')],
    ['a sign', right.replace('expires=', 'expires=+')],
    ['the other order', right.replace(/\?(.*)&(.*)$/, '?$2&$1')],
    ['a host in front', `http://localhost${right}`],
  ])('refuses %s', (_name, address) => {
    expect(verifyUrl('key', address)).toEqual({
      isSigned: false,
      reason: expect.stringMatching(/^(expires and signature are not|the signature does not fit)/),
    })
  })
})
