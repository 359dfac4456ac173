import { defaultWorkspaceId } from '../kernel/ids.ts'
import { printable, printableBlock, shorten } from '../kernel/text.ts'
import { formatLocalTime } from '../kernel/timestamps.ts'
import { type CallLine, formatCallLine, type LineStyle, type Paint } from './format-call-line.ts'

interface LogRecord {
  readonly level: number
  readonly time: number
  readonly msg?: string
  readonly [field: string]: unknown
}

interface CallRecord extends LogRecord, Omit<CallLine, 'path' | 'message'> {
  readonly kind: string
  readonly url: string
  readonly refusal?: string
}

/** Only lines about calls have a kind and a duration. */
const isCall = (record: LogRecord): record is CallRecord =>
  typeof record.kind === 'string' && typeof record.ms === 'number'

/** A line of the log as people read it, with the newline at its end; empty for what the start screen says. */
export const prettyLine = (json: string, paint: Paint, node?: string): string => {
  const record: LogRecord = JSON.parse(json)
  if (record.msg?.startsWith('listening on ')) return ''
  const time = paint('dim', formatLocalTime(record.time))
  const text = isCall(record) ? formatCall(record, paint, node) : formatOther(record, paint)
  return `${time}  ${text}\n`
}

const formatCall = (record: CallRecord, paint: Paint, node: string | undefined): string => {
  const { url, refusal, workspace, ...call } = record
  return formatCallLine(
    {
      ...call,
      path: url,
      message: refusal,
      workspace: workspace === defaultWorkspaceId(node) ? undefined : workspace,
    },
    paint,
  )
}

/** The names and styles of levels that a line names, by the numbers of pino. */
const LEVELS: ReadonlyMap<number, readonly [name: string, style: LineStyle]> = new Map([
  [20, ['debug', 'dim']],
  [40, ['warning', 'yellow']],
  [50, ['error', 'red']],
  [60, ['fatal', 'red']],
])

const MAX_VALUE = 400

/** A sentence with its level and its fields, and an error with its stack on the lines below. */
const formatOther = (record: LogRecord, paint: Paint): string => {
  const { level, time: _, msg = '', reqId: _id, err, ...fields } = record
  const [name, style] = LEVELS.get(level) ?? []
  const parts = [
    name && style ? paint(style, name) : '',
    printable(msg),
    ...Object.entries(fields).map(([field, value]) =>
      paint('dim', `${printable(field)}=${shorten(printable(textOf(value)), MAX_VALUE)}`),
    ),
  ]
  const line = parts.filter((part) => part !== '').join('  ')
  return err === undefined ? line : `${line}\n${formatError(err)}`
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value)

const formatError = (err: unknown): string => {
  const { stack, message } = err as { stack?: unknown; message?: unknown }
  const text = printableBlock(String(stack ?? message ?? textOf(err)))
  return text
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n')
}
