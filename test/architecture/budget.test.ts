import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { readSource } from '#test/kit/source-files.ts'

/** Maximum lines of code of each folder; `src` is the files beside its folders. */
const MAX_LINES: Readonly<Record<string, number>> = {
  scripts: 2075,
  src: 560,
  'src/blobs': 279,
  'src/cli': 2730,
  'src/client': 1520,
  'src/config': 730,
  'src/console': 7517,
  'src/contract': 2935,
  'src/control': 3070,
  'src/coverage': 649,
  'src/db': 1072,
  'src/domain': 3475,
  'src/endpoints': 1242,
  'src/errors': 826,
  'src/faults': 470,
  'src/files': 259,
  'src/findings': 652,
  'src/http': 3340,
  'src/jobs': 390,
  'src/journal': 1450,
  'src/kernel': 892,
  'src/media': 1074,
  'src/openapi': 1292,
  'src/routes': 1098,
  'src/seeds': 1973,
  'src/start': 890,
  'src/states': 862,
  'src/transfer': 494,
  'src/validation': 416,
  'src/variation': 401,
  'src/viewer': 66,
  'src/vitest': 100,
  'src/workspaces': 1860,
  test: 43_950,
}

/** Maximum lines of `src` in all (decision 25). */
const MAX_SRC = 44_500

/** The part of its bound that a row must use, so that bounds follow what is deleted. */
const MIN_USED = 0.9

const rowOf = (file: string): string =>
  /^src\/[^/]+(?=\/)/.exec(file)?.[0] ?? file.split('/')[0] ?? ''

const countLines = (): Map<string, number> => {
  const args = ['ls-files', '-z', 'src', 'test', 'scripts']
  const files = execFileSync('git', args, { encoding: 'utf8' }).split('\0')
  const lines = new Map<string, number>()
  for (const file of files.filter((name) => /\.(?:tsx?|mts|[cm]?js)$/.test(name)))
    lines.set(rowOf(file), (lines.get(rowOf(file)) ?? 0) + readSource(file).split('\n').length - 1)
  return lines
}

const problemOf = (row: string, lines: number): string[] => {
  const max = MAX_LINES[row] ?? 0
  if (lines > max)
    return [
      `${row} has ${lines} lines; at most ${max} are allowed. The row may rise only with a decision record that names what was deleted`,
    ]
  return lines < max * MIN_USED ? [`${row} has ${lines} lines of ${max}; lower its row`] : []
}

test('keeps every folder within its budget of lines, and the budget close to it', () => {
  const lines = countLines()
  const rows = new Set([...Object.keys(MAX_LINES), ...lines.keys()])
  expect([...rows].flatMap((row) => problemOf(row, lines.get(row) ?? 0))).toEqual([])
  const ofSrc = [...lines].filter(([row]) => row.startsWith('src'))
  expect(ofSrc.reduce((sum, [, count]) => sum + count, 0)).toBeLessThanOrEqual(MAX_SRC)
})
