import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { parse } from 'yaml'

/** Every call names this host, so that URLs in answers do not differ by the port. */
const HOST = '127.0.0.1:4022'
const MAX_SHOWN = 100

/** Headers that tell of the moment, or of a file of the build. */
const OF_MOMENT = new Set(['date', 'server-timing'])
const OF_PAGES = new Set(['etag', 'last-modified'])

/** Numbers that tell of the machine and the moment, and secrets that are drawn at random. */
const BY_NATURE = [
  ['/_sandbox/memory', /\d+(?:\.\d+)?/g, '0'],
  ['/_sandbox/load', /\d+(?:\.\d+)?/g, '0'],
  ['/_sandbox/server', /"nowMs":\d+/g, '"nowMs":0'],
  ['/_sandbox/journal', /"(sha256|startedDateTime)":"[^"]+"/g, '"$1":""'],
  ['/_sandbox/journal', /"(time|wait)":[\d.]+/g, '"$1":0'],
  ['/_sandbox/journal', /(\*\*\*=)[0-9a-f]{64}/g, '$1'],
  ['/_sandbox/journal/marks', /frozen [^ ]+Z →/g, 'frozen →'],
  ['/_sandbox/journal/marks', /"atMs":\d+/g, '"atMs":0'],
  ['/', /"(durationMs|freeBytes|createdAtMs|lastUsedAtMs)":(?:null|[\d.]+)/g, '"$1":0'],
  ['/', /"(accessToken|refreshToken|clientKey|appSecret)":"[^"]+"/g, '"$1":""'],
  ['/', /"[0-9a-f]{8}-[0-9a-f]{12}"/g, '"CLIENT"'],
  ['/', /signature=[0-9a-f]{64}/g, 'signature='],
]

const normalise = (text, path) => {
  let result = text
  for (const [prefix, pattern, replacement] of BY_NATURE)
    if (path.startsWith(prefix)) result = result.replaceAll(pattern, replacement)
  return path.startsWith('/_sandbox/workspaces')
    ? result.replaceAll(/("id":"|\/w\/)[0-9a-f]{8}/g, '$1WORKSPACE')
    : result
}

const headersOf = ({ rawHeaders }, bytes, path) => {
  const headers = {}
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    const lower = name.toLowerCase()
    if (OF_MOMENT.has(lower) || (OF_PAGES.has(lower) && !path.startsWith('/_files'))) continue
    const value = normalise(rawHeaders[index + 1], path)
    headers[name] = lower === 'content-length' && value === String(bytes.length) ? 'exact' : value
  }
  return headers
}

const parsed = (text, type) => {
  try {
    return /yaml/.test(type) ? parse(text) : JSON.parse(text)
  } catch {
    return text
  }
}

/** Sends a request to a server; answers what a client sees of it. A connection without an answer has status 0. */
export const send = async ({ port }, { method, path, headers = {}, body }) => {
  const call = request({
    port,
    host: '127.0.0.1',
    method,
    path,
    headers: { host: HOST, ...headers },
  })
  try {
    call.end(body)
    const [response] = await once(call, 'response')
    const type = response.headers['content-type'] ?? ''
    if (type.startsWith('text/event-stream')) response.destroy()
    const bytes = response.destroyed ? Buffer.alloc(0) : await buffer(response)
    const isText = /json|yaml|text|html|xml/.test(type)
    const text = isText ? normalise(bytes.toString(), path) : ''
    // The database of an export holds the secrets of its workspace.
    const digest = type.includes('tar') ? '' : createHash('md5').update(bytes).digest('hex')
    return {
      status: response.statusCode,
      headers: headersOf(response, bytes, path),
      text,
      body: isText ? parsed(text, type) : `${bytes.length} bytes ${digest}`,
      json: parsed(bytes.toString(), type),
    }
  } catch ({ code, message }) {
    return { status: 0, headers: {}, text: '', body: code ?? message }
  }
}

const isNode = (value) => typeof value === 'object' && value !== null

/** A list by the numbers, codes or names of its entries, so that one more in front does not shift all others. */
const byName = (value) => {
  if (!Array.isArray(value) || value.length === 0) return value
  const names = value.map((one) => one?.number ?? one?.code ?? one?.operation ?? one?.name)
  const isNamed = names.every((name) => name !== undefined && name !== null)
  if (!isNamed || new Set(names).size < names.length) return value
  return Object.fromEntries(value.map((one, index) => [names[index], one]))
}

/** The places at which two values differ, with what is there. */
const placesOf = (left, right, place) => {
  const [a, b] = [byName(left), byName(right)]
  if (Object.is(a, b)) return []
  if (!isNode(a) || !isNode(b) || Array.isArray(a) !== Array.isArray(b)) return [{ place, a, b }]
  const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])]
  return keys.flatMap((key) => placesOf(a[key], b[key], `${place}.${key}`))
}

/** A value from shortly before the first character that differs. */
const shown = (value, other) => {
  if (value === undefined) return 'absent'
  const [text, against] = [JSON.stringify(value), JSON.stringify(other) ?? '']
  let start = 0
  while (start < text.length && text[start] === against[start]) start += 1
  const from = text.length <= MAX_SHOWN ? 0 : Math.max(0, start - MAX_SHOWN / 4)
  const cut = text.slice(from, from + MAX_SHOWN)
  return `${from > 0 ? '…' : ''}${cut}${from + cut.length < text.length ? '…' : ''}`
}

/** The differences of two answers: in the parsed bodies, or in their text where these are equal. */
export const differencesOf = ([left, right]) => {
  const view = ({ status, headers, body }) => ({ status, headers, body })
  const places = placesOf(view(left), view(right), '')
  const isReordered = !places.some(({ place }) => place.startsWith('.body'))
  if (isReordered && left.text !== right.text)
    places.push({ place: '.text', a: left.text, b: right.text })
  return places.map(({ place, a, b }) => ({
    place: place.slice(1),
    a: shown(a, b),
    b: shown(b, a),
  }))
}
