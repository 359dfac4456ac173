import { printable, shorten } from '../kernel/text.ts'

export type LineStyle = 'bold' | 'dim' | 'green' | 'red' | 'yellow'

export type Paint = (style: LineStyle, text: string) => string

/** Maximum lengths of what callers choose, in characters. */
const MAX_PATH = 120
const MAX_ACTOR = 80
const MAX_SENTENCE = 240
const MAX_FIELD = 60

const MAX_NAMED = 3

export interface LineFinding {
  readonly code: string
  readonly level: 'error' | 'warning' | 'note'
  readonly field?: string | undefined
  readonly expected?: string | undefined
}

export interface CallLine {
  readonly call?: number | undefined
  readonly operation?: string | null | undefined
  readonly method: string
  readonly path: string
  readonly code?: string | null | undefined
  readonly status?: number | null | undefined
  readonly ms: number
  readonly actor?: string | null | undefined
  readonly param?: string | undefined
  readonly message?: string | null | undefined
  readonly reason?: string | null | undefined
  readonly findings?: readonly LineFinding[] | undefined
  readonly fault?: string | null | undefined
  readonly transport?: string | undefined
  readonly workspace?: string | undefined
}

/** A text on one line, without control characters, and bounded. */
const plain = (text: string, max: number): string => shorten(printable(text), max)

/**
 * A call as one line without control characters: operation, code, duration, actor, the last part of the path, what it asks
 * for, then why it was refused, and marks for findings and faults.
 */
export const formatCallLine = (call: CallLine, paint: Paint): string => {
  const { operation, method, path, ms, message, reason, fault } = call
  const { transport = 'complete', workspace } = call
  return [
    call.call === undefined ? '' : paint('dim', `#${call.call}`),
    paint('bold', plain(operation ?? `${method} ${path}`, MAX_PATH).padEnd(3)),
    paint(isWell(call) ? 'green' : 'red', plain(outcomeOf(call), MAX_FIELD)),
    paint('dim', `${ms.toFixed(1)} ms`),
    plain(call.actor ?? '', MAX_ACTOR),
    paint('dim', plain(lastPart(call), MAX_PATH)),
    plain(call.param ?? '', MAX_PATH),
    message ? paint('red', plain(message, MAX_SENTENCE)) : '',
    reason ? paint('yellow', plain(reason, MAX_SENTENCE)) : '',
    ...formatMarks(call.findings ?? [], paint),
    fault ? paint('yellow', `fault:${plain(fault, MAX_SENTENCE)}`) : '',
    transport === 'complete' ? '' : paint('yellow', plain(transport, MAX_FIELD)),
    workspace ? paint('dim', `w/${plain(workspace, MAX_FIELD)}`) : '',
  ]
    .filter((part) => part !== '')
    .join('  ')
}

/** The last part of a path, unless the line has it already. */
const lastPart = ({ operation, path }: CallLine): string => {
  const part = path.split('?', 1)[0]?.split('/').at(-1) ?? ''
  return operation && part !== operation ? part : ''
}

const outcomeOf = ({ code, status }: CallLine): string => code ?? `HTTP ${status ?? '-'}`

const isWell = ({ code, status }: CallLine): boolean =>
  code === null || code === undefined ? (status ?? 500) < 400 : code === '0'

const LEVEL_STYLES = { error: 'red', warning: 'yellow', note: 'dim' } as const

/** The findings, each level by itself: `warning:unknown-field param.colour, time-in-seconds`. */
const formatMarks = (findings: readonly LineFinding[], paint: Paint): string[] =>
  (['error', 'warning', 'note'] as const).flatMap((level) => {
    const texts = findings.filter((one) => one.level === level).map(describeFinding)
    if (texts.length === 0) return []
    const rest = texts.length - MAX_NAMED
    const named = texts.slice(0, MAX_NAMED).join(', ')
    return [paint(LEVEL_STYLES[level], `${level}:${named}${rest > 0 ? ` and ${rest} more` : ''}`)]
  })

const describeFinding = ({ code, field, expected }: LineFinding): string =>
  plain(code, MAX_FIELD) +
  (field === undefined ? '' : ` ${plain(field, MAX_FIELD)}`) +
  (expected === undefined ? '' : ` (use ${plain(expected, MAX_FIELD)})`)
