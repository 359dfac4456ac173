import { FINDINGS } from '../../client/generated/constants.ts'
import type { FindingLevel, FindingsReport } from '../../client/generated/control.ts'
import { printable } from '../../kernel/text.ts'
import { findingsFrom, sentenceOf } from './findings-text.ts'
import { junitReport } from './junit-report.ts'

/** Findings as a JUnit report: a case for every known code, which fails when it was found at or above a level. */
export const findingsAsJunit = (report: FindingsReport, level: FindingLevel): string => {
  const levels = new Map<string, FindingLevel>(
    Object.entries(FINDINGS).map(([code, kind]) => [code, kind.level]),
  )
  // A newer server may know further codes.
  for (const { code, level } of report.findings) if (!levels.has(code)) levels.set(code, level)
  const failing = findingsFrom(report, level).findings
  const cases = [...levels].map(([name, group]) => {
    const sentences = failing.filter(({ code }) => code === name).map(sentenceOf)
    return {
      group,
      name,
      ...(sentences.length > 0 && { failure: printable(sentences.join('; ')) }),
    }
  })
  return junitReport('findings', cases)
}
