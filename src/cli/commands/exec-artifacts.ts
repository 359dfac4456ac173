import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Connection } from '../../client/connection.ts'
import { workspaceControl } from '../../client/workspace-control.ts'
import { printable } from '../../kernel/text.ts'
import { SUMMARY } from '../../start/artifacts.ts'
import { sentenceOf } from './findings.ts'
import { sarifOf } from './sarif.ts'

/** Writes findings in every format, and coverage, beside the journals that the server writes. */
export const writeReports = async (folder: string, connection: Connection): Promise<void> => {
  mkdirSync(folder, { recursive: true })
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
}

/** How a run ended, for people. */
export interface Verdict {
  readonly hasPassed: boolean
  readonly commandLine: readonly string[]
  readonly exitCode: number
  /** Conditions that were not met. */
  readonly reasons: readonly string[]
  /** Findings that are neither ignored nor a reason. */
  readonly findings: readonly string[]
  /** The command that does the same again, if it is another one. */
  readonly repeat?: string
}

/** Puts the verdict before the failed tests and refusals that the server has written, and the findings after them. */
export const writeVerdict = (folder: string, verdict: Verdict): void => {
  const { hasPassed, commandLine, exitCode, reasons, findings, repeat } = verdict
  const file = join(folder, SUMMARY)
  const head = [
    `verdict: ${hasPassed ? 'passed' : 'failed'}`,
    `command: ${commandLine.join(' ')}`,
    `exit code: ${exitCode}`,
    ...(repeat === undefined ? [] : [`repeat: ${repeat}`]),
    ...reasons,
  ]
  const ofServer = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const parts = [linesOf(head), ofServer, linesOf(findings)]
  writeFileSync(file, parts.filter((part) => part !== '').join('\n'))
}

/** Writes how the runs of a series ended, beside their folders. */
export const writeSeries = (folder: string, lines: readonly string[]): void => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, SUMMARY), linesOf(lines))
}

const linesOf = (lines: readonly string[]): string =>
  lines.map((line) => `${printable(line)}\n`).join('')
