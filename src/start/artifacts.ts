import { appendFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../contract/errors/caller-error.ts'
import { harOf } from '../instruments/journal/har.ts'
import type { JournalEntry } from '../instruments/journal/journal-schema.ts'
import { elementsOf } from '../instruments/journal/list-entries.ts'
import type { JournalMark } from '../instruments/journal/mark-schema.ts'
import { detailOf, showMark, summaryOf } from '../instruments/journal/show-entry.ts'
import { messageOf, printable } from '../kernel/text.ts'
import { formatInstant } from '../kernel/timestamps.ts'
import type { Sandbox } from '../workspaces/sandbox.ts'
import type { Workspace } from '../workspaces/workspace.ts'
import { formatCallLine } from './format-call-line.ts'

/** The file that says first what was wrong: failed tests with their calls, then refused calls outside of tests. */
export const SUMMARY = 'summary.txt'

/** Makes the folder of artifacts; one that cannot be is an error of the settings. */
export const artifactsFolder = (folder: string): string => {
  try {
    mkdirSync(folder, { recursive: true })
  } catch (error) {
    throw new StartError(`cannot create the artifacts folder: ${messageOf(error)}`)
  }
  return folder
}

/**
 * Writes the journal of each workspace below a folder: before it is cleared, and the last ones by `writeAll`. One that cannot
 * be written is reported to `onFailure` and keeps nothing else from being done.
 */
export const keepArtifacts = (
  sandbox: Sandbox,
  { folder, origin, onFailure }: Artifacts,
): (() => void) => {
  writeFileSync(join(artifactsFolder(folder), SUMMARY), '')
  removeEarlier(folder)
  const summary: Summary = { failedTests: [], refusals: [] }
  const write = (workspace: Workspace): void => {
    const { journal } = workspace
    if (journal.lastSeq === 0 && !journal.marks.after(0).some(isFailure)) return
    try {
      const name = folderOfWorkspace({ id: workspace.id, name: workspace.record.name })
      const about = { origin, version: sandbox.options.folders.version }
      if (writeWorkspace(folder, name, workspace, about, summary))
        writeFileSync(
          join(folder, SUMMARY),
          [...summary.failedTests, ...summary.refusals].map((block) => `${block}\n`).join(''),
        )
    } catch (error) {
      onFailure(error)
    }
  }
  sandbox.onJournalClear = write
  return () => {
    for (const workspace of sandbox.known.values()) write(workspace)
  }
}

/** The folder of a workspace in that of the artifacts. */
export const folderOfWorkspace = ({ id, name }: { id: string; name: string }): string =>
  `${name.replaceAll(/[^\w.-]+/g, '-').slice(0, 80)}-${id}`

const CALLS = 'calls.txt'

const removeEarlier = (folder: string): void => {
  for (const name of readdirSync(folder))
    if (existsSync(join(folder, name, CALLS))) rmSync(join(folder, name), { recursive: true })
}

/** Blocks of the file, of which the failed tests come first. */
interface Summary {
  readonly failedTests: string[]
  readonly refusals: string[]
}

/** A server can run for days. */
const MAX_BLOCKS = 1_000
const MAX_CALLS = 100

interface Artifacts {
  readonly folder: string
  readonly origin: string
  readonly onFailure: (error: unknown) => void
}

const writeWorkspace = (
  folder: string,
  name: string,
  { journal }: Workspace,
  about: { readonly origin: string; readonly version: string },
  summary: Summary,
): boolean => {
  const { masking, clearings } = journal
  const entries = [...journal.entriesAfter(0)]
  mkdirSync(join(folder, name), { recursive: true })
  // Numbers of calls start over when a journal is cleared, as a reset does.
  const journalName = join(name, `journal-${clearings + 1}`)
  const numbers = entries.map(({ seq }) => seq)
  const details = [...elementsOf(journal, clearings, numbers, detailOf)].join('')
  writeFileSync(join(folder, `${journalName}.json`), `[${details}]\n`)
  writeFileSync(
    join(folder, `${journalName}.har`),
    [...harOf(entries, { ...about, masking })].join(''),
  )
  const calls = entries.map((entry) => {
    const shown = summaryOf(entry, masking)
    return { seq: entry.seq, text: lineOf(shown), test: shown.test, isRefused: isRefused(shown) }
  })
  const marks = journal.marks.after(0).map((mark) => {
    const { afterSeq, atMs, kind, detail } = showMark(mark, masking)
    const shown = printable(detail.replaceAll(/\s+/g, ' '))
    return {
      seq: afterSeq + 0.5,
      text: `${formatInstant(atMs)}  ${kind} ${shown}`,
      kind,
      detail,
      shown,
    }
  })
  const lines = [...calls, ...marks].sort((one, other) => one.seq - other.seq)
  appendFileSync(join(folder, name, CALLS), lines.map(({ text }) => `${text}\n`).join(''))
  const failedTests = marks
    .filter(({ kind }) => kind === 'test-failed')
    .map(({ detail, shown }) => {
      const own = calls.filter(({ test }) => test !== null && isOfTest(detail, test))
      const [first, last] = [own[0]?.seq ?? 0, own.at(-1)?.seq ?? 0]
      // With what was changed between its calls.
      const all = lines.filter(
        (line) =>
          line.seq >= first && line.seq <= last && (!('test' in line) || own.includes(line)),
      )
      const shownLines =
        all.length > 0 ? all.slice(-MAX_CALLS).map(({ text }) => text) : ['no calls']
      return [`failed test: ${shown}`, `in ${journalName}`, ...shownLines].join('\n  ')
    })
  // Refusals in a test that passed are what it expects.
  const refused = calls.filter(({ test, isRefused }) => test === null && isRefused)
  const head = `${journalName}: ${calls.length} calls, ${refused.length} refused outside of tests`
  const refusals =
    refused.length > 0
      ? [[head, ...refused.slice(-MAX_CALLS).map(({ text }) => text)].join('\n  ')]
      : []
  for (const [blocks, more] of [
    [summary.failedTests, failedTests],
    [summary.refusals, refusals],
  ] as const)
    blocks.push(...more.slice(0, MAX_BLOCKS - blocks.length))
  return failedTests.length + refusals.length > 0
}

/** True if the mark of a failed test, its name with a reason and possibly cut, is of a test. */
const isOfTest = (failure: string, test: string): boolean =>
  failure.startsWith(`${test}: `) || (failure !== '' && test.startsWith(failure))

const isRefused = ({ code, status }: JournalEntry): boolean =>
  (code ?? '0') !== '0' || (status ?? 599) >= 400

const isFailure = ({ kind }: JournalMark): boolean => kind === 'test-failed'

const lineOf = (entry: ReturnType<typeof summaryOf>): string => {
  const { seq, atMs, durationMs, test } = entry
  const line = formatCallLine(
    { ...entry, call: seq, ms: durationMs, workspace: undefined },
    (_style, text) => text,
  )
  return `${formatInstant(atMs)}  ${line}${test === null ? '' : `  in "${printable(test)}"`}`
}
