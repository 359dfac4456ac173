import type { Random } from '../core/random.ts'

const BODY = '{"param":{"userIds":[1001]}}'

const STARTS = [
  'POST /open-api/standard/v1/query-user-simple-info-list HTTP/1.1\r\nHost: x',
  'POST /open-api/standard/v1/query-user-simple-info-list HTTP/1.0',
  'POST /open-api/standard/v1/query-user-simple-info-list HTTP/2.0\r\nHost: x',
  'POST /open-api/standard/v1/query-user-simple-info-list',
  'GET http://evil.example/_sandbox/clock HTTP/1.1\r\nHost: evil.example',
  'GET * HTTP/1.1\r\nHost: x',
  'CONNECT x:80 HTTP/1.1\r\nHost: x',
  'PRI * HTTP/2.0\r\n\r\nSM',
  `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\nHost: b`,
  '\u0016\u0003\u0001\u0002\u0000\u0001\u0000',
]

const LINES = [
  `Content-Length: ${BODY.length}`,
  `Content-Length: ${BODY.length}, ${BODY.length}`,
  `Content-Length: ${BODY.length + 1}`,
  `Content-Length: +${BODY.length}`,
  'Content-Length: 0x1c',
  'Content-Length: 99999999999999999999',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: chunked, identity',
  'Transfer-Encoding: xchunked',
  'Transfer-Encoding : chunked',
  'Content-Type: application/json',
  'Connection: upgrade\r\nUpgrade: websocket',
  'Expect: 100-continue',
  'X-Folded: a\r\n b',
  'X-Null: a\0b',
  ': empty',
  Array.from({ length: 3_000 }, (_, index) => `X-${index}: y`).join('\r\n'),
]

const BODIES = [
  BODY,
  `1c\r\n${BODY}\r\n0\r\n\r\nGET /livez HTTP/1.1\r\nHost: x\r\n\r\n`,
  `1c;${'x'.repeat(9_000)}\r\n${BODY}\r\n0\r\n\r\n`,
  `fffffffffffffffff\r\n${BODY}\r\n0\r\n\r\n`,
  `-1\r\n${BODY}\r\n0\r\n\r\n`,
  `1c\n${BODY}\n0\n\n`,
  `1c\r\n${BODY}\r\n0\r\nX-Trailer: ${'y'.repeat(20_000)}\r\n\r\n`,
]

/** A request whose length two readers could see differently, or another one at the edge of HTTP. */
export const oddFrame = (random: Random): Buffer => {
  const lines = Array.from({ length: random.between(0, 3) }, () => random.pick(LINES))
  const head = [random.pick([...STARTS, STARTS[0] ?? '']), ...lines].join('\r\n')
  return Buffer.from(`${head}\r\n\r\n${random.pick(BODIES)}`, 'latin1')
}
