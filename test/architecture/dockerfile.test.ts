import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { markdownFiles } from '#test/kit/markdown.ts'
import { readSource, sourceFiles } from '#test/kit/source-files.ts'

/** The sources of every COPY, except those of another stage. */
const copied = [...readSource('Dockerfile').matchAll(/^COPY (?!--from)(.+)$/gm)].flatMap(
  ([, words = '']) => words.split(/\s+/).slice(0, -1),
)

/** The build context: everything but these entries is ignored. */
const given = new Set(
  [...readSource('.dockerignore').matchAll(/^!(.+)$/gm)].map(([, name = '']) => name.trim()),
)

describe('the Dockerfile', () => {
  test('copies only sources that exist and are in the build context', () => {
    expect(copied.length).toBeGreaterThan(5)
    for (const name of copied) expect(existsSync(name), name).toBe(true)
    expect(copied.filter((name) => !given.has(name))).toEqual([])
  })

  test('copies everything in the build context', () => {
    expect(readSource('.dockerignore')).toMatch(/^\*$/m)
    expect([...given].filter((name) => !copied.includes(name))).toEqual([])
  })

  test('gives the build every folder that its scripts read', () => {
    const read = sourceFiles('scripts').flatMap((file) => [
      ...readSource(file).matchAll(/readFileSync\('(\w+\/[^']+)'/g),
    ])
    expect(read.length).toBeGreaterThan(0)
    const isCopied = (path: string) => copied.some((name) => path.startsWith(`${name}/`))
    expect(read.map(([, path = '']) => path).filter((path) => !isCopied(path))).toEqual([])
  })

  test('is built on a Node of one version, and runs as a user without privileges', () => {
    const text = readSource('Dockerfile')
    expect(text).toMatch(/^ARG NODE=\d+\.\d+\.\d+$/m)
    expect(text).toMatch(/^USER node$/m)
  })

  test('is run in the documents with a port that other machines do not reach', () => {
    const lines = ['README.md', ...markdownFiles('docs')].flatMap((name) =>
      readSource(name)
        .split('\n')
        .filter((line) => /docker run .*-p /.test(line)),
    )
    expect(lines.length).toBeGreaterThan(1)
    for (const line of lines) expect(line).toContain('-p 127.0.0.1:4022:4022 ')
  })
})
