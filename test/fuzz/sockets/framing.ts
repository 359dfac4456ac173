const BODY = '{"param":{"userIds":[1001]}}'
const PATH = '/open-api/standard/v1/query-user-simple-info-list'
const SMUGGLED = 'GET /livez HTTP/1.1\r\nHost: x\r\n\r\n'

const post = (lines: readonly string[], body: string): string =>
  `POST ${PATH} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${lines.join('\r\n')}\r\n\r\n${body}`

const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`

/** Requests whose length two readers could see differently, and others at the edge of HTTP. */
export const ODD_FRAMES: readonly string[] = [
  post([`Content-Length: ${BODY.length}`, 'Transfer-Encoding: chunked'], chunk(BODY) + SMUGGLED),
  post([`Content-Length: ${BODY.length}`, `Content-Length: ${BODY.length + 1}`], BODY),
  post([`Content-Length: ${BODY.length}, ${BODY.length}`], BODY),
  post([`Content-Length: +${BODY.length}`], BODY),
  post([`Content-Length: 0x1c`], BODY),
  post(['Content-Length: -1'], BODY),
  post(['Content-Length: 99999999999999999999'], BODY),
  post(['Transfer-Encoding: chunked, identity'], chunk(BODY)),
  post(['Transfer-Encoding: xchunked'], chunk(BODY)),
  post(['Transfer-Encoding : chunked'], chunk(BODY)),
  post(['Transfer-Encoding:\tchunked'], chunk(BODY)),
  post(['Transfer-Encoding: chunked', 'Transfer-Encoding: gzip'], chunk(BODY)),
  post(['Transfer-Encoding: chunked'], `1c;${'x'.repeat(9_000)}\r\n${BODY}\r\n0\r\n\r\n`),
  post(['Transfer-Encoding: chunked'], `fffffffffffffffff\r\n${BODY}\r\n0\r\n\r\n`),
  post(['Transfer-Encoding: chunked'], `-1\r\n${BODY}\r\n0\r\n\r\n`),
  post(['Transfer-Encoding: chunked'], `1c\n${BODY}\n0\n\n`),
  post(
    ['Transfer-Encoding: chunked'],
    `1c\r\n${BODY}\r\n0\r\nX-Trailer: ${'y'.repeat(20_000)}\r\n\r\n`,
  ),
  post(['X-Folded: a\r\n b', `Content-Length: ${BODY.length}`], BODY),
  post([`X-Null: a\0b`, `Content-Length: ${BODY.length}`], BODY),
  post([': empty', `Content-Length: ${BODY.length}`], BODY),
  post(
    Array.from({ length: 3_000 }, (_, index) => `X-${index}: y`),
    BODY,
  ),
  `POST ${PATH} HTTP/1.0\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`,
  `POST ${PATH} HTTP/2.0\r\nHost: x\r\n\r\n`,
  `POST ${PATH}\r\n\r\n`,
  `GET http://evil.example/_sandbox/clock HTTP/1.1\r\nHost: evil.example\r\n\r\n`,
  'GET * HTTP/1.1\r\nHost: x\r\n\r\n',
  'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n',
  'CONNECT x:80 HTTP/1.1\r\nHost: x\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'GET / HTTP/1.1\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
  `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
  'GET /livez HTTP/1.1\r\nHost: x\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n',
  'GET /livez HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n',
  '\r\n\r\n\r\n',
  '\u0016\u0003\u0001\u0002\u0000\u0001\u0000',
]
