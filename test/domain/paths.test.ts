import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  avatarPath,
  coverPath,
  type Rendition,
  readPath,
  resourcePath,
} from '#src/domain/files/paths.ts'

const anyId = fc.nat({ max: Number.MAX_SAFE_INTEGER })
const anySide = fc.integer({ min: 0, max: 10_000 })
const anySize = fc.record({ width: anySide, high: anySide }, { requiredKeys: [] })
const RENDITIONS = ['download', 'original', 'preview', 'thumbnail', 'icon'] as const

describe('readPath', () => {
  test('inverts every path function', () => {
    fc.assert(
      fc.property(
        anyId,
        fc.constantFrom<Rendition>(...RENDITIONS),
        anySize,
        (id, rendition, size) => {
          const { width, high } = size
          const known = { ...(width && { width }), ...(high && { high }) }
          expect(readPath(resourcePath(id, rendition, size))).toEqual({
            of: 'resource',
            id,
            rendition,
            size: known,
          })
          expect(readPath(coverPath(id, size))).toMatchObject({ of: 'cover', id, size: known })
          expect(readPath(avatarPath(id))).toMatchObject({ of: 'avatar', id, size: {} })
        },
      ),
    )
  })

  test.each([
    '',
    '/',
    'resources',
    'resources/1',
    'resources/1/',
    'resources/1/other',
    'resources/1/download/',
    'resources/1/download/1',
    'resources/1/download/1x1/',
    'resources/1/download/1x1x1',
    'resources/-1/download',
    'resources/1.0/download',
    'resources/١/download',
    'resources/12345678901234567/download',
    ' resources/1/download',
    'resources/1/download\n',
    '/resources/1/download',
    'contents/1/preview',
    'contents/1',
    'avatars/1/icon',
    'avatars/x',
    'uploads/1/parts/1',
  ])('returns undefined for %j', (path) => {
    expect(readPath(path)).toBeUndefined()
  })
})
