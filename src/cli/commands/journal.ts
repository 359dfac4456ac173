import type { Command } from 'commander'
import type {
  CallMatch,
  Expectation,
  FollowOptions,
  JournalFilter,
  JournalPage,
  Verdict,
} from '../../client/journal-types.ts'
import { type Context, clientCommand, type Options, textOf } from '../client-command.ts'
import { readDuration } from '../durations.ts'
import { EXIT } from '../exit-codes.ts'
import { readInstant } from '../instants.ts'
import { entryInWords, verdictInWords } from '../journal-words.ts'
import { readObject, readWhole } from '../pairs.ts'
import { writeOutput } from '../write-output.ts'

const BODY =
  'what the body of the request must have in it; a key such as /param/userIds/0 is a JSON Pointer'

/** `journal list|wait|expect-none|har|clear`. */
export const addJournalCommands = (program: Command): void => {
  const group = program.command('journal').description('See what a workspace was called with.')
  addList(group)
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
      '--since <instant>',
      'only calls since then, by the clock of the workspace',
      readInstant,
    )
    .option('--after <seq>', 'only calls after the one with this number', readWhole)
    .option('--limit <n>', 'how many', readWhole)
    .option('--follow', 'print calls as they come, until interrupted')
  clientCommand(
    command,
    ['journal list --operation E9', 'journal --follow'],
    async (context, _args, options) => {
      const { since, limit, after, follow } = options
      const match = { ...matchOf(options), after } as FollowOptions
      if (follow === true) return print(context, match)
      const filter = { ...match, sinceMs: since, limit } as JournalFilter
      const page = await context.control.journal.list(filter)
      context.terminal.answer(page, ({ entries, dropped }: JournalPage) => [
        ...entries.map((entry) => entryInWords(entry, context.terminal)),
        ...(dropped > 0 ? [`${dropped} earlier calls are no longer kept`] : []),
      ])
      return EXIT.ok
    },
  )
}

const print = async ({ control, terminal }: Context, match: FollowOptions): Promise<number> => {
  const onDropped = (count: number): void => terminal.tell(`${count} calls were dropped unseen`)
  for await (const entry of control.journal.follow({ ...match, onDropped }))
    terminal.answerLine(entry, entryInWords(entry, terminal))
  return EXIT.ok
}

const addWait = (group: Command): void => {
  const command = withMatch(group.command('wait').description('Wait until calls match.'))
    .option('--body <json>', BODY, readObject)
    .option('--count <n>', 'how many calls, at least', readWhole)
    .option('--timeout <duration>', 'how long; ends with code 1 when it is over', readDuration)
  clientCommand(
    command,
    ['journal wait --operation E9 --code 0 --timeout 5s'],
    async ({ control, terminal }, _args, options) => {
      const work = control.journal.wait(expectationOf(options))
      const verdict = await terminal.during('waiting', work)
      terminal.answer(verdict, (found: Verdict) => verdictInWords(found, terminal))
      return verdict.matched === true ? EXIT.ok : EXIT.refused
    },
  )
}

const addExpectNone = (group: Command): void => {
  const command = withMatch(
    group.command('expect-none').description('End with code 1 if a call matches.'),
  )
    .option('--body <json>', BODY, readObject)
    .option('--timeout <duration>', 'how long to look', readDuration)
  clientCommand(
    command,
    ['journal expect-none --operation E18'],
    async ({ control, terminal }, _args, options) => {
      const work = control.journal.expectNone(expectationOf(options))
      const verdict = await terminal.during('looking', work)
      terminal.answer(verdict, (found: Verdict) => verdictInWords(found, terminal))
      return verdict.matched === false ? EXIT.ok : EXIT.refused
    },
  )
}

const withMatch = (command: Command): Command =>
  command
    .option('--operation <number>', 'operation such as E9')
    .option('--code <code>', 'code of the outcome; 0 is success')
    .option('--actor <email>', 'who acted')

const matchOf = ({ operation, code, actor, body }: Options): CallMatch => ({
  ...(textOf(operation) && { operation: textOf(operation) ?? '' }),
  ...(textOf(code) && { code: textOf(code) ?? '' }),
  ...(textOf(actor) && { actor: textOf(actor) ?? '' }),
  ...(body !== undefined && { body }),
})

const expectationOf = (options: Options): Expectation => ({
  match: matchOf(options),
  ...(typeof options.count === 'number' && { count: options.count }),
  ...(typeof options.timeout === 'number' && { timeoutMs: options.timeout }),
})
