import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSource } from '#test/kit/source-files.ts'

/** Maximum lines of code of each folder; `src` is the files beside its folders. */
const MAX_LINES: Readonly<Record<string, number>> = {
  scripts: 2934,
  src: 899,
  'src/blobs': 354,
  'src/cli': 4515,
  'src/client': 6205,
  'src/config': 1028,
  'src/console': 12_487,
  'src/contract': 4005,
  'src/control': 4707,
  'src/coverage': 986,
  'src/db': 1946,
  'src/domain': 5431,
  'src/endpoints': 889,
  'src/errors': 873,
  'src/faults': 654,
  'src/files': 366,
  'src/findings': 996,
  'src/http': 5247,
  'src/jobs': 978,
  'src/journal': 2316,
  'src/kernel': 1535,
  'src/media': 1648,
  'src/openapi': 6386,
  'src/routes': 1391,
  'src/seeds': 3789,
  'src/start': 882,
  'src/states': 1157,
  'src/transfer': 554,
  'src/validation': 431,
  'src/variation': 589,
  'src/viewer': 526,
  'src/workspaces': 3222,
  test: 61_667,
}

/** The part of its bound that a row must use, so that bounds follow what is deleted. */
const MIN_USED = 0.9

const rowOf = (file: string): string => {
  const parts = file.split('/')
  return parts[0] === 'src' && parts.length > 2 ? parts.slice(0, 2).join('/') : (parts[0] ?? '')
}

const countLines = (): Map<string, number> => {
  const cwd = join(import.meta.dirname, '../..')
  const args = ['ls-files', '-z', 'src', 'test', 'scripts']
  const files = execFileSync('git', args, { cwd, encoding: 'utf8' }).split('\0')
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
})
