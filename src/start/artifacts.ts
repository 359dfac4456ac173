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

/** The file that says first what was wrong: refused calls with their workspaces and tests. */
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
  const write = (workspace: Workspace): void => {
    const { journal } = workspace
    if (journal.lastSeq === 0 && !journal.marks.after(0).some(isFailure)) return
    try {
      const name = `${workspace.record.name.replaceAll(/[^\w.-]+/g, '-').slice(0, 80)}-${workspace.id}`
      writeWorkspace(folder, name, workspace, { origin, version: sandbox.options.folders.version })
    } catch (error) {
      onFailure(error)
    }
  }
  sandbox.onJournalClear = write
  return () => {
    for (const workspace of sandbox.known.values()) write(workspace)
  }
}

const CALLS = 'calls.txt'

const removeEarlier = (folder: string): void => {
  for (const name of readdirSync(folder))
    if (existsSync(join(folder, name, CALLS))) rmSync(join(folder, name), { recursive: true })
}

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
): void => {
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
    return { seq: entry.seq, text: lineOf(shown), isFailed: isFailed(shown) }
  })
  const marks = journal.marks.after(0).map((mark) => {
    const { afterSeq, atMs, kind, detail } = showMark(mark, masking)
    const text = `${formatInstant(atMs)}  ${kind} ${printable(detail.replaceAll(/\s+/g, ' '))}`
    return { seq: afterSeq + 0.5, text, isFailed: isFailure(mark) }
  })
  const lines = [...calls, ...marks].sort((one, other) => one.seq - other.seq)
  appendFileSync(join(folder, name, CALLS), lines.map(({ text }) => `${text}\n`).join(''))
  const failed = lines.flatMap(({ text, isFailed }) => (isFailed ? [text] : []))
  const head = `${journalName}: ${calls.length} calls, ${failed.length} refused or failed`
  if (failed.length > 0)
    appendFileSync(join(folder, SUMMARY), `${[head, ...failed].join('\n  ')}\n`)
}

const isFailed = ({ code, status }: JournalEntry): boolean =>
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
