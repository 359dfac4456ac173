import type { FindingCall, FindingSummary, FindingsReport } from '../../client/generated/control.ts'

export const sentenceOf = (summary: FindingSummary): string => {
  const { code, level, means, remedy, count, calls } = summary
  const places = [...new Set(calls.map(describeCall))].slice(0, 3).join(', ')
  return `${level} ${code}, ${counted(count, 'time')} (${places}): ${means}. ${remedy}`
}

/** A call and the field of its finding, such as `E22 param.colour`. */
const describeCall = ({ operation, method, path, field = '' }: FindingCall): string =>
  `${operation ?? `${method} ${path}`} ${field}`.trimEnd()

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

export const formatFindings = ({ findings, totals, level }: FindingsReport): string[] => [
  ...findings.map(sentenceOf),
  Object.entries(totals)
    .map(([name, count]) => counted(count, name))
    .join(', ') + (level === 'note' ? '' : ` (from level ${level})`),
]
