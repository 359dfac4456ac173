import { posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { markdownFiles } from '#test/kit/markdown.ts'
import { injectServer } from '#test/kit/server.ts'
import { readSource, sourceFiles } from '#test/kit/source-files.ts'

const DOCUMENT = /\bdocs\/[\w/-]+\.md\b/g

/** Every document that the sources name: in messages, assumptions and OpenAPI documents, and in comments. */
const named = (): string[] => [
  ...new Set(sourceFiles('src').flatMap((file) => readSource(file).match(DOCUMENT) ?? [])),
]

/** Where the links of the documents lead, if that is another document. */
const linked = (): string[] => {
  const targets = markdownFiles('docs').flatMap((file) =>
    [...readSource(file).matchAll(/\]\(([\w./-]+\.md)/g)].map(([, target = '']) =>
      posix.join(posix.dirname(file), target),
    ),
  )
  return [...new Set(targets)].filter((target) => target.startsWith('docs/'))
}

const open = async () => {
  const { app } = await injectServer()
  return (url: string) => app.inject({ url, headers: { host: '127.0.0.1' } })
}

describe('the documents of the project', () => {
  test('are served as Markdown at the paths by which messages, OpenAPI documents and other documents name them', async () => {
    const read = await open()
    const paths = new Set([...named(), ...linked(), 'docs/agents/SKILL.md'])
    expect(paths.size).toBeGreaterThan(20)
    for (const path of paths) {
      const { statusCode, headers, body } = await read(`/${path}`)
      expect([path, statusCode, headers['content-type']]).toEqual([
        path,
        200,
        'text/markdown; charset=utf-8',
      ])
      expect(body).toBe(readSource(path))
    }
  })

  test('are also served beside the other pages of OpenAPI documents, whose links are relative', async () => {
    const read = await open()
    for (const url of ['/w/00000000/docs/storage.md', '/_sandbox/docs/storage.md'])
      expect((await read(url)).body, url).toBe(readSource('docs/storage.md'))
  })

  test('are all that their folder serves', async () => {
    const read = await open()
    for (const url of [
      '/docs/nothing.md',
      '/docs/openapi.json',
      '/docs/agents',
      '/docs/agents/',
      '/docs/..%2fREADME.md',
      '/docs/agents/..%2f..%2fREADME.md',
      '/docs/%2e%2e/README.md',
      '/docs/images/console-call.png',
    ])
      expect((await read(url)).statusCode, url).toBe(404)
  })
})
