import type { Connection } from '../../client/connection.ts'
import { formatCurl } from '../../client/curl.ts'
import { ControlError, UnreachableError } from '../../client/errors.ts'
import { FINDING_LEVELS, FINDINGS } from '../../client/generated/constants.ts'
import type {
  Expectation,
  JournalDetail,
  JournalFilter,
  JournalMark,
  JournalPage,
  Verdict,
} from '../../client/generated/control.ts'
import { signedHeaders } from '../../client/operation-request.ts'
import { type OwnCredentials, repeatedCall } from '../../client/repeated-call.ts'
import { LIMITS } from '../../limits.ts'
import { callerOf } from '../called-operation.ts'
import { EXIT } from '../cli-errors.ts'
import {
  answering,
  type CommandGroup,
  type CommandSpec,
  type Context,
  present,
} from '../command.ts'
import {
  formatCall,
  formatEntry,
  formatFound,
  formatHit,
  formatMark,
  formatMiss,
  formatVerdict,
} from '../format-call.ts'
import {
  formatDuration,
  readBetween,
  readDuration,
  readObject,
  readOneOf,
  readSince,
  readWhole,
  type Since,
} from '../readers.ts'
import type { Terminal } from '../terminal.ts'
import { writeAnswer } from '../user-files.ts'
import { hiddenBy, MASK } from './call-operation.ts'

const MAX_LISTED = LIMITS.listedCalls.max
const MAX_COUNTED = LIMITS.waitCount.max
const DEFAULT_LAST = 100
const DEFAULT_WAIT_MS = 5_000

/** What selects calls. The server refuses an unknown operation, with a suggestion. */
const MATCH = {
  '--operation <number>': 'operation such as E9',
  '--code <code>': 'code of the outcome; 0 is success',
  '--actor <email>': 'acting user',
  '--finding <code>': ['code of a finding of the call', readOneOf(Object.keys(FINDINGS))],
  '--level <level>': [
    'minimum level of a finding of the call: error, warning or note',
    readOneOf(FINDING_LEVELS),
  ],
} as const

type Match = Pick<JournalFilter, 'operation' | 'code' | 'actor' | 'finding' | 'level'>

const matchOf = ({ operation, code, actor, finding, level }: Match) =>
  present({ operation, code, actor, finding, level }) as Match

type ListOptions = Match &
  Pick<JournalFilter, 'last' | 'after' | 'limit'> & { since?: Since; follow?: boolean }

const readListed = readBetween(1, MAX_LISTED)

const list: CommandSpec = {
  help: 'List calls, or follow new ones.',
  options: {
    ...MATCH,
    '--since <instant or duration>': [
      'start of the list: an instant, or a duration such as 1h, by the clock of the workspace',
      readSince,
    ],
    '--last <n>': {
      help: `number of newest calls, 1 to ${MAX_LISTED}, default ${DEFAULT_LAST}`,
      read: readListed,
      conflicts: ['after', 'limit'],
    },
    '--after <seq>': ['number of the call to list after, oldest first', readWhole],
    '--limit <n>': [`number of calls, oldest first, 1 to ${MAX_LISTED}, default 100`, readListed],
    '--follow': {
      help: 'new calls as they end, until interrupted',
      conflicts: ['since', 'last', 'limit'],
    },
  },
  examples: [
    'journal list --operation E9',
    'journal list --last 20 --since 1h',
    'journal list --after 100 --limit 50',
    'journal --follow',
  ],
  async run(context, _args, options: ListOptions) {
    if (options.follow) return follow(context, options)
    const { control, terminal } = context
    const { since, limit, after, last = DEFAULT_LAST } = options
    const isFromOldest = limit !== undefined || after !== undefined
    const page = await control.journal.list({
      ...matchOf(options),
      ...(isFromOldest ? present({ after, limit }) : { last }),
      ...(since !== undefined && { sinceMs: await instantOf(context, since) }),
    })
    terminal.answer(page, ({ entries, dropped }) => [
      ...entries.map((entry) => formatEntry(entry, terminal)),
      ...(dropped > 0 ? [`${dropped} earlier calls are no longer kept`] : []),
    ])
    noteRest(page, isFromOldest, terminal)
    return EXIT.ok
  },
}

const instantOf = async ({ control }: Context, since: Since): Promise<number> => {
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
  { after, ...match }: ListOptions,
): Promise<never> => {
  const onDropped = (count: number): void =>
    terminal.note(`${count} calls were dropped before they could be sent`)
  // Lines of JSON are calls only.
  const onMark = (mark: JournalMark): void => {
    if (!terminal.isJson) terminal.answerLine(mark, formatMark(mark, terminal))
  }
  const wanted = { ...matchOf(match), ...present({ after }), onDropped, onMark }
  for await (const entry of control.journal.follow(wanted))
    terminal.answerLine(entry, formatEntry(entry, terminal))
  throw new UnreachableError(
    `${connection.url} closed the stream: the server stopped, or the workspace was deleted`,
  )
}

const show: CommandSpec = {
  help: 'Show a call with request, answer, findings and fault.',
  arguments: { '<seq>': ['number of the call, as in journal list', readWhole] },
  options: { '--curl': 'print the call as a curl command that repeats it', '--mask': MASK },
  examples: ['journal show 3', 'journal show 3 --json', 'journal show 3 --curl'],
  async run(context, [seq]: [number], { curl, mask }: { curl?: boolean; mask?: boolean }) {
    const { control, terminal } = context
    const found = await control.journal.get(seq)
    if (curl) return showCurl(context, found, mask)
    terminal.answer(found, (call) => formatCall(call, terminal))
    return EXIT.ok
  },
}

const showCurl = async (
  { connection, terminal }: Context,
  call: JournalDetail,
  mask: boolean | undefined,
): Promise<number> => {
  const { body } = call.request
  if (body?.isTruncated && body.text !== undefined) {
    terminal.fail(
      `the journal keeps only the beginning of the ${body.sizeBytes} bytes of the body of #${call.seq}`,
    )
    return EXIT.refused
  }
  const own = await ownCredentials(connection.for(call.workspace))
  const { request, notes } = await repeatedCall(call, {
    serverUrl: connection.serverUrl,
    own,
    sign: (token, text) => signedHeaders(connection, { portalApp: own?.portalApp }, token, text),
  })
  const command = formatCurl(request, hiddenBy(mask, own?.accessToken))
  terminal.answer({ command, notes }, () => command.split('\n'))
  for (const note of notes) terminal.note(note)
  return EXIT.ok
}

/** A workspace without a client has no credentials. */
const ownCredentials = async (connection: Connection): Promise<OwnCredentials | undefined> => {
  try {
    const { caller, clientKey } = await callerOf(connection)
    return { ...caller, clientKey }
  } catch (error) {
    if (error instanceof ControlError && error.status === 404) return undefined
    throw error
  }
}

const BODY = [
  'part of the request body; a key such as /param/userIds/0 is a JSON Pointer',
  readObject,
] as const

type SearchOptions = Match & { body?: unknown; count?: number; timeout?: number }

/** A command that judges whether calls match; a failure is one line and the exit code 1. */
const searching =
  (
    what: string,
    look: (context: Context, expectation: Expectation) => Promise<Verdict>,
    judge: (
      verdict: Verdict,
      terminal: Terminal,
      options: SearchOptions,
    ) => { lines: string[]; problem: string | undefined },
  ) =>
  async (context: Context, _args: unknown, options: SearchOptions): Promise<number> => {
    const { terminal } = context
    const { body, count, timeout } = options
    const match = { ...matchOf(options), ...present({ body }) }
    const work = look(context, { match, ...present({ count, timeoutMs: timeout }) })
    const verdict = await endedBy(terminal.showProgress(what, work))
    const { lines, problem } = judge(verdict, terminal, options)
    terminal.answer(verdict, () => lines)
    if (problem === undefined) return EXIT.ok
    terminal.fail(problem)
    return EXIT.refused
  }

const STOPPING = 503

/** Treats a search that a stopping server ends like one without an answer. */
const endedBy = async (work: Promise<Verdict>): Promise<Verdict> => {
  try {
    return await work
  } catch (error) {
    if (error instanceof ControlError && error.status === STOPPING)
      throw new UnreachableError(error.message)
    throw error
  }
}

const wait: CommandSpec = {
  help: 'Wait for matching calls; the exit code is 1 when the time is over.',
  options: {
    ...MATCH,
    '--body <json>': BODY,
    '--count <n>': [
      `minimum number of calls, 1 to ${MAX_COUNTED}, default 1`,
      readBetween(1, MAX_COUNTED),
    ],
    '--timeout <duration>': [
      `maximum wait, default ${formatDuration(DEFAULT_WAIT_MS)}`,
      readDuration,
    ],
  },
  examples: ['journal wait --operation E9 --code 0 --timeout 5s'],
  run: searching(
    'waiting',
    ({ control }, wanted) => control.journal.wait({ timeoutMs: DEFAULT_WAIT_MS, ...wanted }),
    (verdict, terminal, { count = 1, timeout = DEFAULT_WAIT_MS }) => ({
      lines: formatVerdict(verdict, terminal),
      problem: verdict.matched === true ? undefined : formatMiss(verdict, count, timeout),
    }),
  ),
}

const expectNone: CommandSpec = {
  help: 'Expect no matching call; the exit code is 1 when a call matches.',
  options: {
    ...MATCH,
    '--body <json>': BODY,
    '--timeout <duration>': ['how long to look, default one look', readDuration],
  },
  examples: ['journal expect-none --operation E18'],
  run: searching(
    'looking',
    ({ control }, wanted) => control.journal.expectNone(wanted),
    (verdict, terminal) => ({
      lines: formatFound(verdict, terminal),
      problem: verdict.matched === false ? undefined : formatHit(verdict),
    }),
  ),
}

/** `journal list|show|wait|expect-none|har|clear`. */
export const journal: CommandGroup = {
  help: 'List, show and wait for calls of a workspace.',
  default: 'list',
  commands: {
    list,
    show,
    wait,
    'expect-none': expectNone,
    har: {
      help: 'Print the journal as an HTTP archive (HAR 1.2).',
      options: { '--output <file>': 'output file, instead of stdout' },
      examples: ['journal har --output calls.har'],
      async run(context, _args, { output }: { output?: string }) {
        await context.terminal.showProgress('writing', writeAnswer(context, '/journal/har', output))
        return undefined
      },
    },
    clear: {
      help: 'Clear the journal.',
      examples: ['journal clear'],
      run: answering(
        async ({ control }) => {
          await control.journal.clear()
          return { cleared: true }
        },
        () => 'cleared',
      ),
    },
  },
}
