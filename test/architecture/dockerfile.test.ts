import { existsSync, readdirSync, readFileSync } from 'node:fs'
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

  test('is run in the documents with a port that other machines do not reach', () => {
    const documents = [
      'README.md',
      ...readdirSync(join(ROOT, 'docs')).map((name) => `docs/${name}`),
    ]
    const lines = documents
      .filter((name) => name.endsWith('.md'))
      .flatMap((name) =>
        read(name)
          .split('\n')
          .filter((line) => /docker run .*-p /.test(line)),
      )
    expect(lines.length).toBeGreaterThan(1)
    for (const line of lines) expect(line).toContain('-p 127.0.0.1:4022:4022 ')
  })
})
