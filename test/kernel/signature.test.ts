import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { equalsSecretly, hmacHex, sha256Hex, UrlSigner } from '#src/kernel/signature.ts'

describe('hmacHex', () => {
  test('matches test case 2 of RFC 4231', () => {
    expect(hmacHex('Jefe', 'what do ya want for nothing?')).toBe(
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    )
  })
})

describe('sha256Hex', () => {
  test('matches the first test case of FIPS 180, for text and for bytes', () => {
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
  ])('with %j and %j returns %j', (given, expected, is) => {
    expect(equalsSecretly(given, expected)).toBe(is)
  })
})

describe('UrlSigner.sign', () => {
  test('adds the expiry and a signature of path and expiry', () => {
    const signed = '/_files/00000000/resources/1/original?expires=1800000000000'
    expect(
      new UrlSigner('key').sign('/_files/00000000/resources/1/original', 1_800_000_000_000),
    ).toBe(`${signed}&signature=${hmacHex('key', signed)}`)
  })
})

describe('UrlSigner.verify', () => {
  const PATH = '/_files/00000000/resources/1/original'
  const right = new UrlSigner('key').sign(PATH, 1_800_000_000_000)

  /** Any path: one without a question mark. */
  const anyPath = fc
    .string({ unit: 'binary', maxLength: 60 })
    .map((path) => path.replaceAll('?', '/'))
  const anyInstant = fc.nat({ max: Number.MAX_SAFE_INTEGER })

  test('returns path and expiry of every URL signed with the key', () => {
    fc.assert(
      fc.property(fc.string(), anyPath, anyInstant, (key, path, expiresAtMs) => {
        const verdict = new UrlSigner(key).verify(new UrlSigner(key).sign(path, expiresAtMs))
        expect(verdict).toEqual({ isSigned: true, path, expiresAtMs })
      }),
    )
  })

  test('rejects a URL signed with another key', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), anyPath, (key, other, path) => {
        fc.pre(key !== other)
        const verdict = new UrlSigner(other).verify(new UrlSigner(key).sign(path, 1))
        expect(verdict).toEqual({
          isSigned: false,
          reason: 'the signature does not match the URL',
        })
      }),
    )
  })

  test('rejects a URL with one character changed, removed or added', () => {
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
        expect(new UrlSigner('key').verify(changed).isSigned, changed).toBe(false)
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
    ['a third parameter', `${right}&more=1`],
    ['a newline at the end', `${right}\n`],
    ['a fragment', `${right}#fragment`],
    ['upper-case digits', right.replace(/[0-9a-f]{64}$/, (digits) => digits.toUpperCase())],
    ['a leading zero', right.replace('expires=', 'expires=0')],
    ['a plus sign', right.replace('expires=', 'expires=+')],
    ['the parameters in reverse order', right.replace(/\?(.*)&(.*)$/, '?$2&$1')],
    ['a host in front', `http://localhost${right}`],
  ])('rejects %s', (_name, url) => {
    expect(new UrlSigner('key').verify(url)).toEqual({
      isSigned: false,
      reason: expect.stringMatching(/^(expires or signature is|the signature does not match)/),
    })
  })
})
