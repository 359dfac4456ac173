import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { readSource } from '#test/kit/source-files.ts'

/** Maximum lines of code of each folder; `src` is the files beside its folders. */
const MAX_LINES: Readonly<Record<string, number>> = {
  scripts: 2074,
  src: 533,
  'src/blobs': 271,
  'src/cli': 2732,
  'src/client': 1516,
  'src/config': 742,
  'src/console': 7520,
  'src/contract': 3062,
  'src/control': 2993,
  'src/coverage': 615,
  'src/db': 1100,
  'src/domain': 3621,
  'src/endpoints': 1213,
  'src/errors': 828,
  'src/faults': 466,
  'src/files': 238,
  'src/findings': 635,
  'src/http': 3480,
  'src/jobs': 356,
  'src/journal': 1392,
  'src/kernel': 1010,
  'src/media': 1071,
  'src/openapi': 1301,
  'src/routes': 1125,
  'src/seeds': 1970,
  'src/start': 928,
  'src/states': 836,
  'src/storage': 1663,
  'src/transfer': 490,
  'src/validation': 403,
  'src/variation': 401,
  'src/viewer': 66,
  'src/vitest': 98,
  'src/workspaces': 1902,
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
