import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { harOf } from '../journal/har.ts'
import { elementsOf } from '../journal/list-entries.ts'
import { detailOf, summaryOf } from '../journal/show-entry.ts'
import { formatInstant } from '../kernel/timestamps.ts'
import type { Sandbox } from '../workspaces/sandbox.ts'
import type { Workspace } from '../workspaces/workspace.ts'
import { formatCallLine } from './format-call-line.ts'

/** The file that says first what was wrong: refused calls with their workspaces and tests. */
export const SUMMARY = 'summary.txt'

/** Writes the journal of each workspace below a folder: before it is cleared, and the last ones by `writeAll`. */
export const keepArtifacts = (sandbox: Sandbox, folder: string, origin: string) => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, SUMMARY), '')
  const write = (workspace: Workspace): void => {
    if (workspace.journal.lastSeq > 0) writeWorkspace(folder, workspace, origin, sandbox)
  }
  sandbox.onJournalClear = write
  return {
    writeAll: () => {
      for (const workspace of sandbox.known.values()) write(workspace)
    },
  }
}

const writeWorkspace = (
  folder: string,
  { id, record, journal }: Workspace,
  origin: string,
  { options }: Sandbox,
): void => {
  const { masking, clearings } = journal
  const entries = [...journal.entriesAfter(0)]
  const name = `${record.name.replaceAll(/[^\w.-]+/g, '-').slice(0, 80)}-${id}`
  mkdirSync(join(folder, name), { recursive: true })
  // Numbers of calls start over when a journal is cleared, as a reset does.
  const journalName = join(name, `journal-${clearings + 1}`)
  const details = elementsOf(
    journal,
    clearings,
    entries.map(({ seq }) => seq),
    detailOf,
  )
  const har = harOf(entries, { origin, version: options.folders.version, masking })
  const calls = entries.map((entry) => lineOf(summaryOf(entry, masking)))
  writeFileSync(join(folder, `${journalName}.json`), `[${[...details].join('')}]\n`)
  writeFileSync(join(folder, `${journalName}.har`), [...har].join(''))
  appendFileSync(join(folder, name, 'calls.txt'), `${calls.join('\n')}\n`)
  const failed = calls.filter((_line, index) => isFailed(entries[index]?.facts))
  const head = `${journalName}: ${calls.length} calls, ${failed.length} refused or failed`
  if (failed.length > 0)
    appendFileSync(join(folder, SUMMARY), `${[head, ...failed].join('\n  ')}\n`)
}

const isFailed = (facts: { code: string | null; status: number | null } | undefined): boolean =>
  (facts?.code ?? '0') !== '0' || (facts?.status ?? 599) >= 400

const lineOf = (entry: ReturnType<typeof summaryOf>): string => {
  const { seq, atMs, durationMs, test } = entry
  const line = formatCallLine(
    { ...entry, call: seq, ms: durationMs, workspace: undefined },
    (_style, text) => text,
  )
  return `${formatInstant(atMs)}  ${line}${test === null ? '' : `  in "${test}"`}`
}
