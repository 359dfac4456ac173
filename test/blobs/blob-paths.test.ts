import { isAbsolute, join, relative } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BlobPaths } from '#src/blobs/blob-paths.ts'
import { sha256Of } from '#test/kit/uploads.ts'

const ROOT = '/data/files'
const DIGEST = sha256Of(Buffer.from('abc'))

describe('the door to the disk of the files', () => {
  test('answers paths of digests, in folders by their first two digits', () => {
    const door = new BlobPaths(ROOT)
    expect(door.contents).toBe(join(ROOT, 'contents'))
    expect(door.folderOf(DIGEST)).toBe(join(ROOT, 'contents/ba'))
    expect(door.pathOf(DIGEST)).toBe(join(ROOT, 'contents/ba', DIGEST))
    expect(door.picturesOf(DIGEST)).toBe(join(ROOT, 'pictures/ba', DIGEST))
    expect(door.picturePath(DIGEST, '400x300.jpg')).toBe(
      join(ROOT, 'pictures/ba', DIGEST, '400x300.jpg'),
    )
  })

  test('answers another fresh path every time', () => {
    const door = new BlobPaths(ROOT)
    const paths = Array.from({ length: 1_000 }, () => door.freshPath())
    expect(new Set(paths).size).toBe(1_000)
    for (const path of paths) expect(relative(door.unfinished, path)).toMatch(/^[0-9a-f]{32}$/)
  })

  test('refuses to make a path of any other text', () => {
    const door = new BlobPaths(ROOT)
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
        '4x4.gif',
        '400x300.jpg\n',
        '../400x300.jpg',
        '123456x1.jpg',
        'x.jpg',
      ),
    )
    const property = fc.property(anyText, (text) => {
      for (const make of [
        () => door.folderOf(text),
        () => door.pathOf(text),
        () => door.picturesOf(text),
        () => door.picturePath(text, '4x4.jpg'),
        () => door.picturePath(DIGEST, text),
      ])
        expect(make).toThrow('a name that is not ours was to become a path')
    })
    fc.assert(property, { numRuns: 500 })
  })

  test('answers nothing outside of its folder, whatever the digest and the box', () => {
    const door = new BlobPaths(ROOT)
    const digit = fc.constantFrom(...'0123456789abcdef')
    const digests = fc.string({ unit: digit, minLength: 64, maxLength: 64 })
    const property = fc.property(digests, fc.nat(99_999), fc.nat(99_999), (digest, wide, high) => {
      for (const path of [door.pathOf(digest), door.picturePath(digest, `${wide}x${high}.png`)]) {
        const inside = relative(ROOT, path)
        expect(isAbsolute(inside) || inside.startsWith('..')).toBe(false)
      }
    })
    fc.assert(property)
  })
})
