import { type Command, Option } from 'commander'
import { ControlError, UnreachableError } from '../../client/errors.ts'
import type { WorkspaceControl } from '../../client/handle-types.ts'
import type {
  CallMatch,
  Expectation,
  FollowOptions,
  JournalDetail,
  JournalFilter,
  JournalPage,
  Verdict,
} from '../../client/journal-types.ts'
import { type Context, clientCommand, type Options, textOf } from '../client-command.ts'
import { readDuration } from '../durations.ts'
import { EXIT } from '../exit-codes.ts'
import { formatCall } from '../format-call.ts'
import {
  formatEntry,
  formatFound,
  formatHit,
  formatMiss,
  formatVerdict,
} from '../format-journal.ts'
import { readSince, type Since } from '../instants.ts'
import { readBetween, readObject, readWhole } from '../pairs.ts'
import type { Terminal } from '../terminal.ts'
import { writeOutput } from '../write-output.ts'

const BODY =
  'what the body of the request must have in it; a key such as /param/userIds/0 is a JSON Pointer'

/** The bounds of the server. */
const MAX_LISTED = 1_000
const MAX_COUNTED = 1_000

/** How many calls are listed where nobody says so. */
const USUAL_LAST = 100

/** How long the server waits where nobody says so. */
const USUAL_WAIT_MS = 5_000

/** `journal list|show|wait|expect-none|har|clear`. */
export const addJournalCommands = (program: Command): void => {
  const group = program.command('journal').description('See what a workspace was called with.')
  addList(group)
  addShow(group)
  addWait(group)
  addExpectNone(group)
  clientCommand(
    group
      .command('har')
      .option('--output <file>', 'write to a file instead of stdout')
      .description('Print the journal as an HTTP archive (HAR 1.2).'),
    ['journal har --output calls.har'],
    async ({ connection, terminal }, _args, { output }) =>
      terminal.during('writing', writeOutput(connection, '/journal/har', textOf(output))),
  )
  clientCommand(
    group.command('clear').description('Forget all calls.'),
    ['journal clear'],
    async ({ control, terminal }) => {
      await control.journal.clear()
      terminal.answer({ cleared: true }, () => 'cleared')
    },
  )
}

const addList = (group: Command): void => {
  const command = withMatch(group.command('list').description('List calls, or follow them.'))
    .option(
      '--since <instant or duration>',
      'only calls since then, or of the last 1h or so, by the clock of the workspace',
      readSince,
    )
    .addOption(
      new Option('--last <n>', `the newest so many, 1 to ${MAX_LISTED} (${USUAL_LAST} without it)`)
        .argParser(readBetween(1, MAX_LISTED))
        .conflicts(['after', 'limit']),
    )
    .option('--after <seq>', 'from the oldest on: only calls after this number', readWhole)
    .option(
      '--limit <n>',
      `from the oldest on: so many, 1 to ${MAX_LISTED} (100 without it)`,
      readBetween(1, MAX_LISTED),
    )
    .addOption(
      new Option('--follow', 'print calls as they come, until interrupted').conflicts([
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
      return options.follow === true ? print(context, match) : list(context, match, options)
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
      : { last: typeof last === 'number' ? last : USUAL_LAST }),
    ...(since !== undefined && { sinceMs: await instantOf(control, since as Since) }),
  })
  terminal.answer(page, ({ entries, dropped }: JournalPage) => [
    ...entries.map((entry) => formatEntry(entry, terminal)),
    ...(dropped > 0 ? [`${dropped} earlier calls are no longer kept`] : []),
  ])
  tellOfRest(page, isFromOldest, terminal)
  return EXIT.ok
}

const instantOf = async (control: WorkspaceControl, since: Since): Promise<number> => {
  if ('atMs' in since) return since.atMs
  const { now } = await control.clock.get()
  return Math.max(0, now - since.agoMs)
}

const tellOfRest = (
  { entries, total }: JournalPage,
  isFromOldest: boolean,
  terminal: Terminal,
): void => {
  if (total === 0 && !terminal.isJson) terminal.tell('no calls')
  if (entries.length >= total) return
  const rest = isFromOldest
    ? `go on with --after ${entries.at(-1)?.seq}`
    : `these are the newest; --last takes up to ${MAX_LISTED}, --after 0 begins with the oldest`
  terminal.tell(`${entries.length} of ${total} calls shown; ${rest}`)
}

const addShow = (group: Command): void => {
  const command = group
    .command('show')
    .argument('<seq>', 'the number of the call, as journal list has it', readWhole)
    .description('Show one call whole: request, answer, headers, findings and fault.')
  clientCommand(
    command,
    ['journal show 3', 'journal show 3 --json'],
    async ({ control, terminal }, [seq]) =>
      terminal.answer(await control.journal.get(Number(seq)), (call: JournalDetail) =>
        formatCall(call, terminal),
      ),
  )
}

/** Ends only when the server does, which nobody who follows has asked for. */
const print = async (
  { connection, control, terminal }: Context,
  match: FollowOptions,
): Promise<never> => {
  const onDropped = (count: number): void => terminal.tell(`${count} calls were dropped unseen`)
  for await (const entry of control.journal.follow({ ...match, onDropped }))
    terminal.answerLine(entry, formatEntry(entry, terminal))
  throw new UnreachableError(`${connection.url} is gone: the server or the workspace has ended`)
}

const GONE = 503

/** Lets a search that the end of the server cuts off fail as one that was never answered. */
const search = async (work: Promise<Verdict>, what: string, terminal: Terminal) => {
  try {
    return await terminal.during(what, work)
  } catch (error) {
    if (error instanceof ControlError && error.status === GONE)
      throw new UnreachableError(error.message)
    throw error
  }
}

const addWait = (group: Command): void => {
  const command = withMatch(group.command('wait').description('Wait until calls match.'))
    .option('--body <json>', BODY, readObject)
    .option(
      '--count <n>',
      `how many calls, at least, 1 to ${MAX_COUNTED} (1 without it)`,
      readBetween(1, MAX_COUNTED),
    )
    .option(
      '--timeout <duration>',
      'how long, 5s without it; ends with code 1 when it is over',
      readDuration,
    )
  clientCommand(
    command,
    ['journal wait --operation E9 --code 0 --timeout 5s'],
    async ({ control, terminal }, _args, options) => {
      const expectation = expectationOf(options)
      const verdict = await search(control.journal.wait(expectation), 'waiting', terminal)
      terminal.answer(verdict, (found: Verdict) => formatVerdict(found, terminal))
      if (verdict.matched === true) return EXIT.ok
      terminal.fail(formatMiss(verdict, { count: 1, timeoutMs: USUAL_WAIT_MS, ...expectation }))
      return EXIT.refused
    },
  )
}

const addExpectNone = (group: Command): void => {
  const command = withMatch(
    group.command('expect-none').description('End with code 1 if a call matches.'),
  )
    .option('--body <json>', BODY, readObject)
    .option('--timeout <duration>', 'how long to look; once without it', readDuration)
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
    .option('--actor <email>', 'who acted')

/** Which calls are meant, for a list as well as for a search. */
type Match = Pick<JournalFilter, 'operation' | 'code' | 'actor'> & Pick<CallMatch, 'body'>

const matchOf = ({ operation, code, actor, body }: Options): Match => ({
  // Which operations there are is for the server to say.
  ...(textOf(operation) && { operation: textOf(operation) as NonNullable<Match['operation']> }),
  ...(textOf(code) && { code: textOf(code) ?? '' }),
  ...(textOf(actor) && { actor: textOf(actor) ?? '' }),
  ...(body !== undefined && { body }),
})

/** Those of some options that were given, which are numbers. */
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
