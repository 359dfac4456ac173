import { STATUS_CODES } from 'node:http'
import { printableBlock } from '../../kernel/text.ts'
import { formatInstant } from '../../kernel/timestamps.ts'
import type { KeptCall } from './journal.ts'
import type { Masking } from './masking.ts'
import { showBody, showFindings, showHeaders } from './show-entry.ts'

export interface HarOptions {
  origin: string
  version: string
  masking: Masking
}

/**
 * Entries as an HTTP archive (HAR 1.2), piece by piece; extensions start with `_`. The piece of an entry
 * that is not shown is empty.
 */
export function* harOf(
  entries: Iterable<KeptCall | undefined>,
  options: HarOptions,
): Generator<string> {
  const creator = { name: 'dam-sandbox', version: options.version }
  yield `{"log":{"version":"1.2","creator":${JSON.stringify(creator)},"entries":[`
  let comma = ''
  for (const entry of entries) {
    yield entry ? comma + printableBlock(JSON.stringify(harEntry(entry, options))) : ''
    if (entry) comma = ','
  }
  yield ']}}'
}

const harEntry = (entry: KeptCall, { origin, masking }: HarOptions) => {
  const { seq, facts } = entry
  return {
    startedDateTime: formatInstant(facts.atMs - Math.round(facts.durationMs)),
    time: facts.durationMs,
    request: requestOf(entry, origin, masking),
    response: responseOf(entry, masking),
    cache: {},
    timings: { send: 0, wait: facts.durationMs, receive: 0 },
    _seq: seq,
    _workspace: facts.workspace,
    _operation: facts.operation,
    _actor: masking.person(facts.actor),
    _code: facts.code,
    _findings: showFindings(facts.findings, masking),
    _assumptions: facts.assumptions,
    _test: facts.test,
    _fault: facts.fault,
    _transport: facts.transport,
  }
}

const requestOf = ({ facts }: KeptCall, origin: string, masking: Masking) => {
  const headers = showHeaders(facts.headers, masking)
  const headerOf = (wanted: string): string | undefined =>
    headers.find(({ name }) => name.toLowerCase() === wanted)?.value
  const body = showBody(facts.requestBody, masking)
  const path = masking.path(facts.path)
  const query = new URLSearchParams(path.split('?').slice(1).join('?'))
  return {
    method: facts.method,
    url: `${originOf(origin, headerOf('host'))}${path}`,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers,
    queryString: [...query].map(([name, value]) => ({ name, value })),
    headersSize: -1,
    bodySize: body?.sizeBytes ?? 0,
    ...(body && { postData: { mimeType: headerOf('content-type') ?? '', text: body.text ?? '' } }),
  }
}

const originOf = (origin: string, host: string | undefined): string =>
  host !== undefined && URL.canParse(`http://${host}`) ? `http://${host}` : origin

const responseOf = ({ facts }: KeptCall, masking: Masking) => {
  const status = facts.status ?? 0
  const body = showBody(facts.answerBody, masking)
  const mimeType = facts.mediaType ?? ''
  return {
    status,
    statusText: STATUS_CODES[status] ?? '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: mimeType === '' ? [] : [{ name: 'content-type', value: mimeType }],
    content: {
      size: body?.sizeBytes ?? 0,
      mimeType,
      text: body?.text,
      ...(body?.isTruncated && { comment: 'only the start is recorded' }),
    },
    redirectURL: '',
    headersSize: -1,
    bodySize: body?.sizeBytes ?? 0,
  }
}
