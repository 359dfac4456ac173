import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'
import { markdownFiles } from '#test/kit/markdown.ts'

const FOLDER = join('docs', 'images')
const MAX_BYTES = 200_000
const IMAGES = readdirSync(FOLDER)
/** The others are charts of measurements. */
const PICTURES = IMAGES.filter((name) => name.endsWith('.png'))

/** The pictures that a document shows, by their names in the folder. */
const shownBy = (document: string): string[] =>
  [...readFileSync(document, 'utf8').matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].flatMap(
    ([, target = '']) => {
      const path = normalize(join(document, '..', target))
      return path.startsWith(join(FOLDER, '/')) ? [path.slice(FOLDER.length + 1)] : []
    },
  )

describe('the pictures of the console', () => {
  test.each(PICTURES)('%s is a PNG of at most 200 kB', (name) => {
    const path = join(FOLDER, name)
    expect(readFileSync(path).subarray(1, 4).toString()).toBe('PNG')
    expect(statSync(path).size).toBeLessThanOrEqual(MAX_BYTES)
  })

  test('are all shown in the documents, and one in the README', () => {
    const shown = ['README.md', ...markdownFiles('docs')].flatMap(shownBy)
    expect(new Set(shown)).toEqual(new Set(IMAGES))
    expect(shownBy('README.md')).not.toEqual([])
  })

  test('are made by the script', () => {
    const script = readFileSync('scripts/screenshots.mjs', 'utf8')
    for (const name of PICTURES) expect(script).toContain(`'${name.replace('.png', '')}'`)
  })
})
