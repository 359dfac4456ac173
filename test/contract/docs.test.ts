import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { replaceBlock } from '#scripts/print/markdown.ts'
import { printedFiles } from '#scripts/print/printed-files.ts'

const printed = Object.entries(await printedFiles((path) => readFileSync(path, 'utf8')))

describe('a printed document', () => {
  test.each(printed)('%s matches the sources; if not, run npm run docs', (path, text) => {
    expect(readFileSync(path, 'utf8')).toBe(text)
  })

  test('keeps the text around a block', () => {
    const text = 'before\n<!-- a:start -->\nold\n<!-- a:end -->\nafter\n'
    const replaced = replaceBlock(text, 'a', 'new')
    expect(replaced).toBe('before\n<!-- a:start -->\n\nnew\n\n<!-- a:end -->\nafter\n')
  })

  test('is rejected without the marks of a block', () => {
    expect(() => replaceBlock('nothing marked', 'a', 'new')).toThrow('no block <!-- a:start -->')
  })
})
