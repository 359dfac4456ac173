import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A block of code in a document. */
export interface Fence {
  /** The first word behind the opening marks, such as `sh`; empty without one. */
  readonly language: string
  readonly mark: string
  readonly text: string
  /** The line that opens it, from 1. */
  readonly line: number
  /** Whether only blank lines stand between it and the block before. */
  readonly isDirectlyAfter: boolean
}

/** A link in a document. */
export interface Link {
  readonly target: string
  readonly line: number
}

/** Every Markdown file below a folder of the repository, by its path from the root. */
export const markdownFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name))
    .sort()

/** The blocks of code of a document, in their order. */
export const fencesOf = (path: string): Fence[] => {
  const document = readFileSync(path, 'utf8')
  const lineAt = (index: number): number => document.slice(0, index).split('\n').length
  let end = -1
  return [...document.matchAll(/^```(.*)\n([\s\S]*?)(?:\n?^```$|$(?![\s\S]))/gm)].map((found) => {
    const [whole, info = '', text = ''] = found
    const line = lineAt(found.index)
    if (!whole.endsWith('\n```')) throw new Error(`${path}:${line}: the block has no end`)
    const [language = '', ...rest] = info.split(' ')
    const isDirectlyAfter = end !== -1 && document.slice(end, found.index).trim() === ''
    end = found.index + whole.length
    return { language, mark: rest.join(' '), text, line, isDirectlyAfter }
  })
}

/** The lines of a document, with empty lines for blocks of code. */
const proseOf = (path: string): string[] => {
  let isCode = false
  return readFileSync(path, 'utf8')
    .split('\n')
    .map((line) => {
      const isMark = line.startsWith('```')
      if (isMark) isCode = !isCode
      return isMark || isCode ? '' : line
    })
}

/** The links of a document: those in brackets, and the URLs of pictures in HTML. */
export const linksOf = (path: string): Link[] =>
  proseOf(path).flatMap((line, index) =>
    [
      ...line
        .replaceAll(/`[^`]*`/g, '`')
        .matchAll(/\]\(([^)\s]+)\)|^\[[^\]]+\]:\s+(\S+)|src="([^"]+)"/g),
    ].map(([, inline, reference, source]) => ({
      target: inline ?? reference ?? source ?? '',
      line: index + 1,
    })),
  )

/** The anchors of a document, as code hosts make them of its headings. */
export const anchorsOf = (path: string): Set<string> => {
  const anchors = new Set<string>()
  for (const line of proseOf(path)) {
    const [, heading] = /^#{1,6} (.*)$/.exec(line) ?? []
    if (heading === undefined) continue
    const slug = slugOf(heading)
    let anchor = slug
    for (let count = 1; anchors.has(anchor); count += 1) anchor = `${slug}-${count}`
    anchors.add(anchor)
  }
  return anchors
}

const slugOf = (heading: string): string =>
  heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}_\- ]/gu, '')
    .replaceAll(' ', '-')
