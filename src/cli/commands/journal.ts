import { formatCurl } from '../../client/curl.ts'
import { ExpectationError, UnreachableError } from '../../client/errors.ts'
import type {
  Expectation,
  JournalDetail,
  JournalFilter,
  JournalPage,
  Verdict,
} from '../../client/generated/control.ts'
import { mustMatch, mustNotMatch } from '../../client/judge.ts'
import { signedHeaders } from '../../client/operation-request.ts'
import { repeatedCall } from '../../client/repeated-call.ts'
import { callerOf } from '../called-operation.ts'
import { EXIT } from '../cli-errors.ts'
import type { CommandGroup, CommandSpec, Context } from '../command.ts'
import { controlCommand, routeInput, type Taken } from '../control-command.ts'
import { formatCall, formatEntry, formatMark } from '../format-call.ts'
import { readInstant } from '../readers.ts'
import type { Terminal } from '../terminal.ts'
import { writeAnswer } from '../user-files.ts'

const DEFAULT_LAST = 100
const DEFAULT_WAIT_MS = 5_000

const MATCH: Taken = {
  '--operation <number>': 'operation',
  '--code <code>': 'code',
  '--actor <email>': 'actor',
  '--finding <code>': 'finding',
  '--level <level>': 'level',
}

const LISTED = routeInput('GET /journal', {
  ...MATCH,
  '--text <text>': 'text',
  '--since <instant>': ['sinceMs', undefined, readInstant],
  '--last <n>': 'last',
  '--after <seq>': 'after',
  '--limit <n>': 'limit',
})

const list: CommandSpec = {
  help: 'List calls (by default the newest 100), or follow new ones.',
  takes: {
    ...LISTED.takes,
    '--follow': [
      'print new calls as they end, until interrupted',
      undefined,
      ['text', 'since', 'last', 'limit'],
    ],
  },
  examples: [
    'journal list --operation E9',
    'journal list --last 20',
    'journal list --after 100 --limit 50',
    'journal --follow',
  ],
  async run(context, args, options: { follow?: boolean; after?: number; limit?: number }) {
    const { control, terminal } = context
    const query: JournalFilter = LISTED.requestOf(args, options).query ?? {}
    if (options.follow) return follow(context, query)
    const isFromOldest = options.limit !== undefined || options.after !== undefined
    const page = await control.journal.list(isFromOldest ? query : { last: DEFAULT_LAST, ...query })
    terminal.answer(page, ({ entries, dropped }) => [
      ...entries.map(formatEntry),
      ...(dropped > 0 ? [`${dropped} earlier calls are no longer in the journal`] : []),
    ])
    return noteRest(page, isFromOldest, terminal)
  },
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
    : 'these are the newest; use --last for more, or --after 0 to start with the oldest'
  terminal.note(`${entries.length} of ${total} calls shown; ${rest}`)
}

/** Follows the journal until the server stops, which is a failure here. */
const follow = async (
  { connection, control, terminal }: Context,
  query: JournalFilter,
): Promise<never> => {
  const entries = control.journal.follow({
    ...query,
    onDropped: (count) => terminal.note(`${count} calls were dropped before they could be sent`),
    // Lines of JSON are calls only.
    onMark: (mark) => {
      if (!terminal.isJson) terminal.answerLine(mark, formatMark(mark))
    },
  })
  for await (const entry of entries) terminal.answerLine(entry, formatEntry(entry))
  throw new UnreachableError(
    `${connection.url} closed the stream: the server stopped, or the workspace was deleted`,
  )
}

const show: CommandSpec = {
  help: 'Show a call: request, response, findings and fault.',
  takes: {
    ...routeInput('GET /journal/{seq}', { '<seq>': 'seq' }).takes,
    '--curl': 'print the call as a curl command that repeats it',
  },
  examples: ['journal show 3', 'journal show 3 --json', 'journal show 3 --curl'],
  async run(context, [seq]: [number], { curl }: { curl?: boolean }) {
    const { control, terminal } = context
    const found = await control.journal.get(seq)
    if (curl) return showCurl(context, found)
    return terminal.answer(found, formatCall)
  },
}

const showCurl = async ({ connection, terminal }: Context, call: JournalDetail): Promise<void> => {
  const own = connection.for(call.workspace)
  const { caller, clientKey } = await callerOf(own)
  const { request, notes } = await repeatedCall(call, {
    serverUrl: connection.serverUrl,
    own: { ...caller, clientKey },
    sign: (token, text) => signedHeaders(own, caller, token, text),
  })
  const command = formatCurl(request)
  terminal.answer({ command, notes }, () => command.split('\n'))
  for (const note of notes) terminal.note(note)
}

/** A command that checks matching calls; a failure prints one line and exits with code 1. */
const judging = (
  action: 'wait' | 'expect-none',
  judge: (expectation: Expectation, verdict: Verdict) => unknown,
  { help, example, defaultMs }: { help: string; example: string; defaultMs: number },
): CommandSpec => {
  const input = routeInput(`POST /journal/${action}`, {
    ...Object.fromEntries(Object.entries(MATCH).map(([flags, name]) => [flags, `match.${name}`])),
    '--body <json>': 'match.body',
    ...(action === 'wait' && { '--count <n>': 'count' }),
    '--timeout <duration>': 'timeoutMs',
  })
  return {
    help,
    takes: input.takes,
    examples: [example],
    async run({ control, terminal }, args, options) {
      const { json } = input.requestOf(args, options, { timeoutMs: defaultMs })
      const expectation = json as Expectation
      const { wait, expectNone } = control.journal
      const verdict = await (action === 'wait' ? wait : expectNone)(expectation)
      terminal.answer(verdict, ({ entries }) => entries.map(formatEntry))
      try {
        judge(expectation, verdict)
        return EXIT.ok
      } catch (error) {
        if (!(error instanceof ExpectationError)) throw error
        const [problem = '', ...rest] = error.message.split('\n')
        const code = terminal.fail(problem)
        for (const line of rest) terminal.note(line)
        return code
      }
    },
  }
}

export const journal: CommandGroup = {
  help: 'List, show and wait for calls to a workspace.',
  default: 'list',
  commands: {
    list,
    show,
    wait: judging('wait', mustMatch, {
      help: 'Wait for matching calls. The exit code is 1 on timeout.',
      example: 'journal wait --operation E9 --code 0 --timeout 5s',
      defaultMs: DEFAULT_WAIT_MS,
    }),
    'expect-none': judging('expect-none', mustNotMatch, {
      help: 'Expect no matching call. The exit code is 1 if a call matches.',
      example: 'journal expect-none --operation E18',
      defaultMs: 0,
    }),
    har: {
      help: 'Print the journal as an HTTP archive (HAR 1.2).',
      takes: { '--output <file>': 'output file; default stdout' },
      examples: ['journal har --output calls.har'],
      run: (context, _args, { output }: { output?: string }) =>
        writeAnswer(context, 'GET /journal/har', output),
    },
    clear: controlCommand('DELETE /journal'),
  },
}
