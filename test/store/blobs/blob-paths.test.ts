import { isAbsolute, join, relative } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { blobPaths } from '#src/store/blobs/blob-paths.ts'
import { sha256Of } from '#test/kit/uploads.ts'

const ROOT = '/data/files'
const DIGEST = sha256Of(Buffer.from('abc'))

describe('blobPaths', () => {
  test('makes paths of digests, in folders by their first two digits', () => {
    const paths = blobPaths(ROOT)
    expect(paths.contents).toBe(join(ROOT, 'contents'))
    expect(paths.folderOf(DIGEST)).toBe(join(ROOT, 'contents/ba'))
    expect(paths.pathOf(DIGEST)).toBe(join(ROOT, 'contents/ba', DIGEST))
  })

  test('makes a different fresh path every time', () => {
    const paths = blobPaths(ROOT)
    const fresh = Array.from({ length: 1_000 }, () => paths.freshPath())
    expect(new Set(fresh).size).toBe(1_000)
    for (const path of fresh) expect(relative(paths.unfinished, path)).toMatch(/^[0-9a-f]{32}$/)
  })

  test('rejects any other text', () => {
    const paths = blobPaths(ROOT)
    const anyText = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '',
        '../../etc/passwd',
        '/etc/passwd',
        DIGEST.toUpperCase(),
        DIGEST.slice(1),
        `${DIGEST}0`,
        `${DIGEST}\n`,
        `\n${DIGEST}`,
        `${DIGEST}/x`,
        `../${DIGEST.slice(3)}`,
        `${DIGEST.slice(0, 62)}..`,
      ),
    )
    const property = fc.property(anyText, (text) => {
      for (const make of [() => paths.folderOf(text), () => paths.pathOf(text)])
        expect(make).toThrow('a path is made of digests only')
    })
    fc.assert(property, { numRuns: 500 })
  })

  test('stays inside its folder for any digest', () => {
    const paths = blobPaths(ROOT)
    const digit = fc.constantFrom(...'0123456789abcdef')
    const digests = fc.string({ unit: digit, minLength: 64, maxLength: 64 })
    const property = fc.property(digests, (digest) => {
      const inside = relative(ROOT, paths.pathOf(digest))
      expect(isAbsolute(inside) || inside.startsWith('..')).toBe(false)
    })
    fc.assert(property)
  })
})
