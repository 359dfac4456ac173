import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { printedFiles } from '#scripts/print/printed-files.ts'
import { replaceBlock } from '#scripts/print/replace-block.ts'
import { describeSettings } from '#src/config/describe-settings.ts'
import { CATALOGUE } from '#src/endpoints/index.ts'
import { Seed } from '#src/seeds/seed-format.ts'

const printed = Object.entries(
  await printedFiles(readFileSync('README.md', 'utf8'), {
    operations: CATALOGUE,
    endpointFiles: readdirSync('src/endpoints'),
    settings: describeSettings(),
    seed: Seed,
  }),
)

describe('the printed documents', () => {
  test.each(printed)('%s says what the sources say; if not, run npm run docs', (path, text) => {
    expect(readFileSync(path, 'utf8')).toBe(text)
  })

  test('keep what stands around a block', () => {
    const text = 'before\n<!-- a:start -->\nold\n<!-- a:end -->\nafter\n'
    const replaced = replaceBlock(text, 'a', 'new')
    expect(replaced).toBe('before\n<!-- a:start -->\n\nnew\n\n<!-- a:end -->\nafter\n')
  })

  test('refuse a README that has lost the marks of a block', () => {
    expect(() => replaceBlock('nothing marked', 'a', 'new')).toThrow('no block <!-- a:start -->')
  })
})
