import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { readSource } from '#test/kit/source-files.ts'

/** Maximum lines of code of each folder; `src` is the files beside its folders. */
const MAX_LINES: Readonly<Record<string, number>> = {
  scripts: 2083,
  src: 543,
  'src/blobs': 271,
  'src/cli': 3283,
  'src/client': 1528,
  'src/config': 823,
  'src/console': 7601,
  'src/contract': 3169,
  'src/control': 3479,
  'src/coverage': 615,
  'src/db': 1105,
  'src/domain': 3621,
  'src/endpoints': 1213,
  'src/errors': 856,
  'src/faults': 466,
  'src/files': 238,
  'src/findings': 635,
  'src/http': 3663,
  'src/jobs': 356,
  'src/journal': 1413,
  'src/kernel': 1020,
  'src/media': 1086,
  'src/openapi': 1308,
  'src/routes': 1143,
  'src/seeds': 1970,
  'src/start': 963,
  'src/states': 836,
  'src/storage': 1664,
  'src/transfer': 794,
  'src/validation': 403,
  'src/variation': 401,
  'src/viewer': 66,
  'src/vitest': 98,
  'src/workspaces': 2195,
  'src/backup': 385,
  'src/keys': 342,
  'src/metrics': 266,
  test: 49_000,
}

/** Maximum lines of `src` in all (decisions 25 to 27). */
const MAX_SRC = 50_000

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
