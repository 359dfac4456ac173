import { describe, expect, test } from 'vitest'
import { equalsSecretly, hmacHex, sha256Hex, signAddress } from '#src/kernel/signature.ts'

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
    expect(signAddress('key', '/_files/00000000/resources/1/original', 1_800_000_000_000)).toBe(
      `${signed}&signature=${hmacHex('key', signed)}`,
    )
  })

  test('signs another key, path and expiry otherwise', () => {
    const signatureOf = (address: string) => /&signature=([0-9a-f]{64})$/.exec(address)?.[1]
    const signatures = [
      signAddress('key', '/a', 1),
      signAddress('key2', '/a', 1),
      signAddress('key', '/b', 1),
      signAddress('key', '/a', 2),
    ].map(signatureOf)
    expect(signatures).not.toContain(undefined)
    expect(new Set(signatures).size).toBe(4)
  })
})
