import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('the build can be read by every user, so that a server runs as another one than installed it', () => {
  const files = readdirSync('dist', { recursive: true, encoding: 'utf8' })
  expect(files.length).toBeGreaterThan(50)
  const isPrivate = (name: string): boolean =>
    (statSync(join('dist/', name)).mode & 0o044) !== 0o044
  expect(files.filter(isPrivate)).toEqual([])
})
