import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const read = (name: string): string => readFileSync(join(ROOT, name), 'utf8')

/** The sources of every COPY, except those of another stage. */
const copied = [...read('Dockerfile').matchAll(/^COPY (?!--from)(.+)$/gm)].flatMap(
  ([, words = '']) => words.split(/\s+/).slice(0, -1),
)

/** The build context: everything but these entries is ignored. */
const given = new Set(
  [...read('.dockerignore').matchAll(/^!(.+)$/gm)].map(([, name = '']) => name.trim()),
)

describe('the Dockerfile', () => {
  test('copies only sources that exist and are in the build context', () => {
    expect(copied.length).toBeGreaterThan(5)
    for (const name of copied) expect(existsSync(join(ROOT, name)), name).toBe(true)
    expect(copied.filter((name) => !given.has(name))).toEqual([])
  })

  test('copies everything in the build context', () => {
    expect(read('.dockerignore')).toMatch(/^\*$/m)
    expect([...given].filter((name) => !copied.includes(name))).toEqual([])
  })
})
