import { type Command, Option } from 'commander'
import { ControlError, UnreachableError } from '../../client/errors.ts'
import { FINDING_LEVELS, FINDINGS } from '../../client/generated/constants.ts'
import type {
  CallMatch,
  Expectation,
  FindingCode,
  FindingLevel,
  JournalFilter,
  JournalMark,
  JournalPage,
  Verdict,
} from '../../client/generated/control.ts'
import type { FollowOptions, WorkspaceControl } from '../../client/handle-types.ts'
import { LIMITS } from '../../limits.ts'
import { type Context, clientCommand, type Options, textOf } from '../client-command.ts'
import { formatDuration, readDuration } from '../durations.ts'
import { EXIT } from '../exit-codes.ts'
import {
  formatEntry,
  formatFound,
  formatHit,
  formatMark,
  formatMiss,
  formatVerdict,
} from '../format-journal.ts'
import { readSince, type Since } from '../instants.ts'
import { readBetween, readObject, readOneOf, readWhole } from '../pairs.ts'
import type { Terminal } from '../terminal.ts'
import { writeOutput } from '../write-output.ts'
import { addShowCommand } from './journal-show.ts'

const BODY = 'part of the request body; a key such as /param/userIds/0 is a JSON Pointer'

const FINDING_CODES = Object.keys(FINDINGS) as FindingCode[]

const MAX_LISTED = LIMITS.listedCalls.max
const MAX_COUNTED = LIMITS.waitCount.max
const DEFAULT_LAST = 100
const DEFAULT_WAIT_MS = 5_000

/** `journal list|show|wait|expect-none|har|clear`. */
export const addJournalCommands = (program: Command): void => {
  const group = program
    .command('journal')
    .description('List, show and wait for calls of a workspace.')
  addList(group)
  addShowCommand(group)
  addWait(group)
  addExpectNone(group)
  clientCommand(
    group
      .command('har')
      .option('--output <file>', 'output file, instead of stdout')
      .description('Print the journal as an HTTP archive (HAR 1.2).'),
    ['journal har --output calls.har'],
    async ({ connection, terminal }, _args, { output }) =>
      terminal.showProgress('writing', writeOutput(connection, '/journal/har', textOf(output))),
  )
  clientCommand(
    group.command('clear').description('Clear the journal.'),
    ['journal clear'],
    async ({ control, terminal }) => {
      await control.journal.clear()
      terminal.answer({ cleared: true }, () => 'cleared')
    },
  )
}

const addList = (group: Command): void => {
  const command = withMatch(group.command('list').description('List calls, or follow new ones.'))
    .option(
      '--since <instant or duration>',
      'start of the list: an instant, or a duration such as 1h, by the clock of the workspace',
      readSince,
    )
    .addOption(
      new Option(
        '--last <n>',
        `number of newest calls, 1 to ${MAX_LISTED}, default ${DEFAULT_LAST}`,
      )
        .argParser(readBetween(1, MAX_LISTED))
        .conflicts(['after', 'limit']),
    )
    .option('--after <seq>', 'number of the call to list after, oldest first', readWhole)
    .option(
      '--limit <n>',
      `number of calls, oldest first, 1 to ${MAX_LISTED}, default 100`,
      readBetween(1, MAX_LISTED),
    )
    .addOption(
      new Option('--follow', 'new calls as they end, until interrupted').conflicts([
        'since',
        'last',
        'limit',
      ]),
    )
  clientCommand(
    command,
    [
      'journal list --operation E9',
      'journal list --last 20 --since 1h',
      'journal list --after 100 --limit 50',
      'journal --follow',
    ],
    async (context, _args, options) => {
      const match = { ...matchOf(options), ...numbersOf({ after: options.after }) }
      return options.follow === true ? follow(context, match) : list(context, match, options)
    },
  )
}

const list = async (
  { control, terminal }: Context,
  match: JournalFilter,
  { since, limit, after, last }: Options,
): Promise<number> => {
  const isFromOldest = limit !== undefined || after !== undefined
  const page = await control.journal.list({
    ...match,
    ...(isFromOldest
      ? numbersOf({ limit })
      : { last: typeof last === 'number' ? last : DEFAULT_LAST }),
    ...(since !== undefined && { sinceMs: await instantOf(control, since as Since) }),
  })
  terminal.answer(page, ({ entries, dropped }: JournalPage) => [
    ...entries.map((entry) => formatEntry(entry, terminal)),
    ...(dropped > 0 ? [`${dropped} earlier calls are no longer kept`] : []),
  ])
  noteRest(page, isFromOldest, terminal)
  return EXIT.ok
}

const instantOf = async (control: WorkspaceControl, since: Since): Promise<number> => {
  if ('atMs' in since) return since.atMs
  const { now } = await control.clock.get()
  return Math.max(0, now - since.agoMs)
}

const noteRest = (
  { entries, total }: JournalPage,
  isFromOldest: boolean,
  terminal: Terminal,
): void => {
  if (total === 0 && !terminal.isJson) terminal.note('no calls')
  if (entries.length >= total) return
  const rest = isFromOldest
    ? `continue with --after ${entries.at(-1)?.seq}`
    : `these are the newest; --last takes up to ${MAX_LISTED}, --after 0 starts with the oldest`
  terminal.note(`${entries.length} of ${total} calls shown; ${rest}`)
}

/** Follows the journal until the server stops, which is a failure here. */
const follow = async (
  { connection, control, terminal }: Context,
  match: FollowOptions,
): Promise<never> => {
  const onDropped = (count: number): void =>
    terminal.note(`${count} calls were dropped before they could be sent`)
  // Lines of JSON are calls only.
  const onMark = (mark: JournalMark): void => {
    if (!terminal.isJson) terminal.answerLine(mark, formatMark(mark, terminal))
  }
  for await (const entry of control.journal.follow({ ...match, onDropped, onMark }))
    terminal.answerLine(entry, formatEntry(entry, terminal))
  throw new UnreachableError(
    `${connection.url} closed the stream: the server stopped, or the workspace was deleted`,
  )
}

const STOPPING = 503

/** Treats a search that a stopping server ends like one without an answer. */
const search = async (work: Promise<Verdict>, what: string, terminal: Terminal) => {
  try {
    return await terminal.showProgress(what, work)
  } catch (error) {
    if (error instanceof ControlError && error.status === STOPPING)
      throw new UnreachableError(error.message)
    throw error
  }
}

const addWait = (group: Command): void => {
  const command = withMatch(
    group
      .command('wait')
      .description('Wait for matching calls; the exit code is 1 when the time is over.'),
  )
    .option('--body <json>', BODY, readObject)
    .option(
      '--count <n>',
      `minimum number of calls, 1 to ${MAX_COUNTED}, default 1`,
      readBetween(1, MAX_COUNTED),
    )
    .option(
      '--timeout <duration>',
      `maximum wait, default ${formatDuration(DEFAULT_WAIT_MS)}`,
      readDuration,
    )
  clientCommand(
    command,
    ['journal wait --operation E9 --code 0 --timeout 5s'],
    async ({ control, terminal }, _args, options) => {
      const expectation = { timeoutMs: DEFAULT_WAIT_MS, ...expectationOf(options) }
      const verdict = await search(control.journal.wait(expectation), 'waiting', terminal)
      terminal.answer(verdict, (found: Verdict) => formatVerdict(found, terminal))
      if (verdict.matched === true) return EXIT.ok
      terminal.fail(formatMiss(verdict, { count: 1, ...expectation }))
      return EXIT.refused
    },
  )
}

const addExpectNone = (group: Command): void => {
  const command = withMatch(
    group
      .command('expect-none')
      .description('Expect no matching call; the exit code is 1 when a call matches.'),
  )
    .option('--body <json>', BODY, readObject)
    .option('--timeout <duration>', 'how long to look, default one look', readDuration)
  clientCommand(
    command,
    ['journal expect-none --operation E18'],
    async ({ control, terminal }, _args, options) => {
      const work = control.journal.expectNone(expectationOf(options))
      const verdict = await search(work, 'looking', terminal)
      terminal.answer(verdict, (found: Verdict) => formatFound(found, terminal))
      if (verdict.matched === false) return EXIT.ok
      terminal.fail(formatHit(verdict))
      return EXIT.refused
    },
  )
}

const withMatch = (command: Command): Command =>
  command
    .option('--operation <number>', 'operation such as E9')
    .option('--code <code>', 'code of the outcome; 0 is success')
    .option('--actor <email>', 'acting user')
    .option('--finding <code>', 'code of a finding of the call', readOneOf(FINDING_CODES))
    .option(
      '--level <level>',
      'minimum level of a finding of the call: error, warning or note',
      readOneOf(FINDING_LEVELS),
    )

/** The match of a list or of a search. */
type Match = Pick<JournalFilter, 'operation' | 'code' | 'actor' | 'finding' | 'level'> &
  Pick<CallMatch, 'body'>

const matchOf = ({ operation, code, actor, finding, level, body }: Options): Match => ({
  // The server refuses an unknown operation, with a suggestion.
  ...(textOf(operation) && { operation: textOf(operation) as NonNullable<Match['operation']> }),
  ...(textOf(code) && { code: textOf(code) ?? '' }),
  ...(textOf(actor) && { actor: textOf(actor) ?? '' }),
  ...(finding !== undefined && { finding: finding as FindingCode }),
  ...(level !== undefined && { level: level as FindingLevel }),
  ...(body !== undefined && { body }),
})

/** The given ones of some options that take numbers. */
const numbersOf = <Name extends string>(
  options: Readonly<Record<Name, unknown>>,
): Partial<Record<Name, number>> =>
  Object.fromEntries(
    Object.entries(options).filter(([, value]) => typeof value === 'number'),
  ) as Partial<Record<Name, number>>

const expectationOf = (options: Options): Expectation => ({
  match: matchOf(options),
  ...(typeof options.count === 'number' && { count: options.count }),
  ...(typeof options.timeout === 'number' && { timeoutMs: options.timeout }),
})
