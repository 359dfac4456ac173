import { FINDINGS } from '../../client/generated/constants.ts'
import type {
  FindingLevel,
  FindingSummary,
  FindingsReport,
} from '../../client/generated/control.ts'
import { printable } from '../../kernel/text.ts'
import { findingsFrom, sentenceOf } from './findings-text.ts'
import { junitReport } from './junit-report.ts'

/** Findings as a JUnit report: a case for every known code, which fails when it was found at or above a level. */
export const findingsAsJunit = (report: FindingsReport, level: FindingLevel): string => {
  const { findings } = report
  // A code has two levels where some of its calls were refused; the more serious comes first in a report, and counts.
  const failing = new Map<string, FindingSummary>(
    findingsFrom(report, level)
      .findings.map((summary) => [summary.code, summary] as const)
      .reverse(),
  )
  // A newer server may know further codes.
  const levels = new Map<string, FindingLevel>(
    Object.entries(FINDINGS).map(([code, kind]) => [code, kind.level]),
  )
  for (const { code, level: found } of findings) if (!levels.has(code)) levels.set(code, found)
  const cases = [...levels].map(([name, group]) => {
    const summary = failing.get(name)
    return { group, name, ...(summary && { failure: printable(sentenceOf(summary)) }) }
  })
  return junitReport('findings', cases)
}
