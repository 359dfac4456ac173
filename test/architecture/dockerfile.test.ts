import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const read = (name: string): string => readFileSync(join(ROOT, name), 'utf8')

/** What the image is built from: the sources of every COPY that are not of another stage. */
const copied = [...read('Dockerfile').matchAll(/^COPY (?!--from)(.+)$/gm)].flatMap(
  ([, words = '']) => words.split(/\s+/).slice(0, -1),
)

/** What the build is given: all is left out but these. */
const given = new Set(
  [...read('.dockerignore').matchAll(/^!(.+)$/gm)].map(([, name = '']) => name.trim()),
)

describe('the Dockerfile', () => {
  test('answers to what is there: every source that it copies exists and is given to the build', () => {
    expect(copied.length).toBeGreaterThan(5)
    for (const name of copied) expect(existsSync(join(ROOT, name)), name).toBe(true)
    expect(copied.filter((name) => !given.has(name))).toEqual([])
  })

  test('refuses what it does not need: nothing is given to the build that is not copied', () => {
    expect(read('.dockerignore')).toMatch(/^\*$/m)
    expect([...given].filter((name) => !copied.includes(name))).toEqual([])
  })
})
