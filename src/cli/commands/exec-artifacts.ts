import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Connection } from '../../client/connection.ts'
import { workspaceControl } from '../../client/workspace-control.ts'
import { printable } from '../../kernel/text.ts'
import { SUMMARY } from '../../start/artifacts.ts'
import { sentenceOf } from './findings.ts'
import { sarifOf } from './sarif.ts'

/** Writes findings in every format, and coverage, beside the journals that the server writes. */
export const writeReports = async (folder: string, connection: Connection): Promise<void> => {
  const control = workspaceControl(connection)
  const report = await control.findings()
  const sentences = report.findings.map((finding) => printable(sentenceOf(finding)))
  const write = (name: string, value: unknown): void =>
    writeFileSync(
      join(folder, name),
      typeof value === 'string' ? value : `${JSON.stringify(value, null, 2)}\n`,
    )
  write('findings.json', report)
  write('findings.txt', sentences.map((sentence) => `${sentence}\n`).join(''))
  write('findings.sarif', sarifOf(report, 'package.json'))
  write('coverage.json', await control.coverage())
  appendFileSync(join(folder, SUMMARY), sentences.map((line) => `finding: ${line}\n`).join(''))
}

export const writeVerdict = (
  folder: string,
  commandLine: readonly string[],
  exitCode: number,
  reasons: readonly string[],
): void => {
  const lines = [`command: ${commandLine.join(' ')}`, `exit code: ${exitCode}`, ...reasons]
  appendFileSync(join(folder, SUMMARY), lines.map((line) => `${printable(line)}\n`).join(''))
}
