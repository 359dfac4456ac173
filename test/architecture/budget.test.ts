import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSource } from '#test/kit/source-files.ts'

/** Maximum lines of code of each folder; `src` is the files beside its folders. */
const MAX_LINES: Readonly<Record<string, number>> = {
  scripts: 2053,
  src: 637,
  'src/blobs': 348,
  'src/cli': 4099,
  'src/client': 1665,
  'src/config': 777,
  'src/console': 9450,
  'src/contract': 3543,
  'src/control': 3993,
  'src/coverage': 671,
  'src/db': 1193,
  'src/domain': 4728,
  'src/endpoints': 1282,
  'src/errors': 865,
  'src/faults': 535,
  'src/files': 355,
  'src/findings': 673,
  'src/http': 4055,
  'src/jobs': 422,
  'src/journal': 1547,
  'src/kernel': 998,
  'src/media': 1193,
  'src/openapi': 1334,
  'src/routes': 1426,
  'src/seeds': 2567,
  'src/start': 717,
  'src/states': 1090,
  'src/transfer': 624,
  'src/validation': 431,
  'src/variation': 453,
  'src/viewer': 80,
  'src/workspaces': 2198,
  test: 54_189,
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
