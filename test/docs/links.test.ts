import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'
import { anchorsOf, type Link, linksOf, markdownFiles } from '#test/kit/markdown.ts'
import { sourceFiles } from '#test/kit/source-files.ts'

const CHINESE = 'README.zh-CN.md'

const DOCUMENTS = [
  'README.md',
  CHINESE,
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'src/README.md',
  'bench/README.md',
  ...markdownFiles('docs'),
]

/** Entries of `files`, and the files that npm always packs. */
const PACKED: readonly string[] = [
  ...JSON.parse(readFileSync('package.json', 'utf8')).files,
  'LICENSE',
  'README.md',
  CHINESE,
  'package.json',
]

const isPacked = (path: string): boolean =>
  PACKED.some((entry) => path === entry || path.startsWith(`${entry}/`))

/** A file or folder in the repository, named as code; `eNN-` stands for a number. */
const NAMED_FILE = /`((?:src|test|scripts|bench|deploy|migrations|seed)\/(?![^`]*eNN)[\w./-]+)`/g

/** A source named as code without the folder that it is in. */
const NAMED_SOURCE = /`((?![^`]*eNN)(?:[a-z][\w-]*\/)+[\w.-]+\.tsx?)`/g

const SOURCES = sourceFiles('src')

const isElsewhere = ({ target }: Link): boolean => /^[a-z]+:/.test(target)

/** Target of a link: a path from the root of the repository, and an anchor. */
const targetOf = (document: string, { target }: Link): { path: string; anchor?: string } => {
  const [file = '', anchor] = target.split('#')
  const path = file === '' ? document : normalize(join(dirname(document), file))
  return { path, ...(anchor !== undefined && { anchor }) }
}

const localLinks = (document: string): Link[] =>
  linksOf(document).filter((link) => !isElsewhere(link))

const problemsOf = (document: string, link: Link): string[] => {
  const { path, anchor } = targetOf(document, link)
  const where = `${document}:${link.line}: ${link.target}`
  if (!existsSync(path)) return [`${where}: no such file`]
  if (anchor === undefined || !path.endsWith('.md')) return []
  return anchorsOf(path).has(anchor) ? [] : [`${where}: ${path} has no heading #${anchor}`]
}

describe('the documents', () => {
  test.each(['README.md', CHINESE])(
    '%s has the commands to start and to test a checkout',
    (name) => {
      const text = readFileSync(name, 'utf8')
      const [start, tests] = ['\nnpm ci && npm start\n', '\nnpm ci && npm test\n'].map((command) =>
        text.indexOf(command),
      )
      expect(start).toBeGreaterThan(0)
      expect(tests).toBeGreaterThan(Number(start))
      // Both are in the quick start.
      expect(text.slice(start, tests)).not.toMatch(/^#/m)
    },
  )

  test.each(DOCUMENTS)('%s has no dead link', (document) => {
    expect(localLinks(document).flatMap((link) => problemsOf(document, link))).toEqual([])
  })

  test.each(DOCUMENTS.filter(isPacked))('%s has no dead link in the packed package', (document) => {
    const dead = localLinks(document).filter((link) => !isPacked(targetOf(document, link).path))
    expect(dead.map(({ target, line }) => `${document}:${line}: ${target}`)).toEqual([])
  })

  test.each(DOCUMENTS)('%s names files of the sources that exist', (document) => {
    const text = readFileSync(document, 'utf8')
    const isThere = (path: string): boolean =>
      existsSync(path) || SOURCES.some((file) => file.endsWith(`/${path}`))
    const named = [...text.matchAll(NAMED_FILE), ...text.matchAll(NAMED_SOURCE)]
    expect(named.map(([, path = '']) => path).filter((path) => !isThere(path))).toEqual([])
  })

  test('link every document from the README', () => {
    const linked = new Set(
      ['README.md', ...markdownFiles('docs')].flatMap((document) =>
        localLinks(document).map((link) => targetOf(document, link).path),
      ),
    )
    const isReached = (path: string): boolean => linked.has(path) || linked.has(dirname(path))
    expect(markdownFiles('docs').filter((path) => !isReached(path))).toEqual([])
  })
})
