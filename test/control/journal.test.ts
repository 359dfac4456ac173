import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { act, expectRefused } from '#test/kit/acts.ts'
import { NOW, otherWorkspace } from '#test/kit/databases.ts'
import { addRule, ruleFor } from '#test/kit/faults.ts'
import { type Reply, send } from '#test/kit/http.ts'
import { type Entry, expectCalls, listJournal } from '#test/kit/journal.ts'
import { pathOf } from '#test/kit/operations.ts'
import { startServer, type TestServer, TOKEN } from '#test/kit/server.ts'
import { askUploads, begin, bytesFrom, put, sha256Of } from '#test/kit/uploads.ts'
import { talk } from '#test/kit/wire.ts'

const JSON_TYPE = { 'content-type': 'application/json' }

const onlyEntry = async (server: TestServer, query = ''): Promise<Entry> => {
  const { entries } = await listJournal(server, query)
  expect(entries).toHaveLength(1)
  return entries[0] as Entry
}

const freeze = (server: TestServer, nowMs: number): void =>
  server.workspace.clock.set({ mode: 'frozen', nowMs })

describe('a journal entry', () => {
  test('describes a call and its answer', async () => {
    const server = await startServer()
    freeze(server, NOW)
    const { editor } = server.fixtures.users
    const param = { userIds: [1001], more: 1 }
    const reply = await server.call('E8', param, { as: editor.email })
    const entry = await onlyEntry(server)
    const sent = JSON.stringify({ token: TOKEN, param })
    expect(entry).toMatchObject({
      seq: 1,
      workspace: '00000000',
      isAttributed: true,
      atMs: NOW,
      kind: 'operation',
      operation: 'E8',
      method: 'POST',
      path: pathOf('E8'),
      actor: editor.email,
      actorId: editor.id,
      status: 200,
      code: '0',
      message: null,
      reason: null,
      findings: [{ code: 'unknown-field', field: 'param.more' }],
      fault: null,
      transport: 'complete',
    })
    expect(entry.durationMs).toBeGreaterThan(0)
    expect(entry.request.headers).toMatchObject({ 'token-type': 'bearer', ...JSON_TYPE })
    expect(entry.request.body).toEqual({
      sizeBytes: sent.length,
      sha256: sha256Of(Buffer.from(sent)),
      isTruncated: false,
      text: sent.replace(TOKEN, '00000000***'),
    })
    expect(entry.answer.mediaType).toBe('application/json; charset=utf-8')
    const text = reply.text.replace(/signature=[0-9a-f]+/, 'signature=***')
    expect(entry.answer.body).toMatchObject({ text, isTruncated: false })
    expect(await server.control('/journal/1')).toEqual(entry)
  })

  test('describes refused calls with code and message, as completely as they were read', async () => {
    const server = await startServer()
    const refused = await server.call('E8', { userIds: 'x' })
    const { code, message } = refused.body as { code: string; message: string }
    await server.call('E8', { userIds: [] }, { token: null, as: 'a@b.example' })
    const { entries } = await listJournal(server)
    expect(entries[0]).toMatchObject({ operation: 'E8', code, message, status: 200 })
    expect(entries[1]).toMatchObject({
      isAttributed: false,
      actor: 'a@b.example',
      actorId: null,
      request: { body: null },
      answer: { body: { text: expect.stringContaining('Access-token') } },
    })
  })

  test('has the size of a body that is not JSON', async () => {
    const server = await startServer()
    const headers = { 'access-token': TOKEN, 'token-type': 'bearer', 'content-type': 'text/plain' }
    await send(`${server.url}${pathOf('E8')}`, { method: 'POST', headers, body: 'no JSON' })
    const { body } = (await onlyEntry(server)).request
    expect(body).toEqual({ sizeBytes: 7, sha256: expect.any(String), isTruncated: false })
  })

  test.each(['/nothing', '/%zz', '/w/12345678/nothing'])(
    'records in default that %s was called, without attribution',
    async (path) => {
      const server = await startServer()
      await talk(server.url, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
      expect(await onlyEntry(server)).toMatchObject({
        workspace: '00000000',
        isAttributed: false,
        kind: 'unknown',
        operation: null,
        method: 'GET',
        path,
      })
    },
  )

  test('is not made for probes, granted preflights and the control plane', async () => {
    const server = await startServer()
    for (const path of [
      '/livez',
      '/metrics',
      '/readyz',
      '/_sandbox/fixtures',
      '/_sandbox/nothing',
      '/%5fsandbox/clock',
    ])
      await send(server.url + path, {})
    const preflight = { origin: 'http://a.example', 'access-control-request-method': 'POST' }
    await send(server.url + pathOf('E6'), { method: 'OPTIONS', headers: preflight })
    expect(await listJournal(server)).toEqual({ entries: [], total: 0, dropped: 0 })
  })

  test('describes files by size only', async () => {
    const server = await startServer()
    const bytes = bytesFrom(1, 1_000)
    const single = await askUploads(server, 'POST', '/single?name=a.bin', bytes)
    const { parts } = await begin(server, { name: 'b.bin', size: 10 })
    await put(parts[0]?.url ?? '', bytesFrom(2, 10))
    const { entries } = await listJournal(server)
    expect(single.status).toBe(200)
    expect(entries.map(({ kind, operation }) => [kind, operation])).toEqual([
      ['upload', 'send-file'],
      ['supporting', 'begin-upload'],
      ['upload', 'send-part'],
    ])
    expect(entries[0]?.request.body).toEqual({ sizeBytes: 1_000, sha256: null, isTruncated: true })
    expect(entries[2]?.request.body?.sizeBytes).toBe(10)
    expect(entries[2]?.path).toMatch(/&signature=\*\*\*$/)
  })

  test('describes a download by its size, and a refused one with its answer', async () => {
    const server = await startServer()
    const { ids } = server.fixtures.assets
    type Details = { detail: { subResList: { downloadUrl: string }[] }[] }
    const { detail } = await server.result<Details>('E4', { assetIdList: ids })
    const address = detail.flatMap(({ subResList }) => subResList)[0]?.downloadUrl ?? ''
    const { length } = Buffer.from(await (await fetch(address)).arrayBuffer())
    await send(`${address}x`, {})
    const { entries } = await listJournal(server, 'operation=download')
    expect(entries.map(({ kind, status }) => [kind, status])).toEqual([
      ['download', 200],
      ['download', 403],
    ])
    expect(entries[0]?.answer.body).toMatchObject({ sizeBytes: length, sha256: null })
    expect(entries[1]?.answer.body?.text).toContain('signature')
  })

  test('is made for a call whose caller has disconnected, and one that a fault has reset', async () => {
    const server = await startServer()
    const { hostname, port } = new URL(server.url)
    const socket = connect({ host: hostname, port: Number(port) })
    const head = `Host: x\r\nAccess-token: ${TOKEN}\r\nToken-type: bearer\r\nContent-Type: application/json`
    socket.write(
      `POST ${pathOf('E8')} HTTP/1.1\r\n${head}\r\nContent-Length: 99\r\nExpect: 100-continue\r\n\r\n`,
    )
    await new Promise((resolve) => socket.once('data', resolve))
    socket.destroy()
    const gone = await expectCalls(server, 'wait', { match: { operation: 'E8' } })
    expect(gone.entries[0]).toMatchObject({ transport: 'aborted', isAttributed: true })
    const headers = { 'x-sandbox-fault': 'after:reset' }
    await expect(server.call('E17', {}, { headers })).rejects.toThrow()
    const cut = await expectCalls(server, 'wait', { match: { operation: 'E17' } })
    expect(cut.entries[0]).toMatchObject({
      transport: 'reset',
      status: null,
      answer: { body: null },
    })
    expect(cut.entries[0]?.fault).toContain('reset')
    await addRule(server, ruleFor('E2', { delayMs: 1, reset: true }, 'after'))
    await expect(server.call('E2', { createDate: '2025' })).rejects.toThrow()
    const late = await expectCalls(server, 'wait', { match: { operation: 'E2' } })
    expect(late.entries[0]).toMatchObject({ transport: 'reset', fault: 'f-1 after delay+reset' })
  })
})

describe('the journal list', () => {
  const madeCalls = async (): Promise<TestServer> => {
    const server = await startServer()
    const { editor, viewer } = server.fixtures.users
    freeze(server, NOW)
    await server.call('E8', { userIds: [] }, { as: editor.email })
    await server.call('E8', { userIds: 1 }, { as: viewer.email })
    freeze(server, NOW + 10)
    await server.call('E17', {}, { as: viewer.email })
    return server
  }

  test.each([
    ['', [1, 2, 3], 3],
    ['operation=e8', [1, 2], 2],
    ['code=0&operation=E8', [1], 1],
    ['limit=1', [1], 3],
    ['after=1&limit=1', [2], 2],
    ['last=2', [2, 3], 3],
    ['last=1000', [1, 2, 3], 3],
    ['last=1&operation=E8', [2], 2],
    [`last=2&sinceMs=${NOW + 1}`, [3], 1],
    [`sinceMs=${NOW + 1}`, [3], 1],
    ['actor=EDITOR', [1], 1],
    ['actor=id', [1], 1],
    ['operation=E1', [], 0],
    ['text=USERIDS', [1, 2], 2],
    ['text=ARCHIVE/GROUP&code=0', [3], 1],
    ['text=%232', [2], 1],
  ])('has for "%s" the calls %j of %i', async (query, seqs, total) => {
    const server = await madeCalls()
    const { email, id } = server.fixtures.users.editor
    const wanted = query.replace('EDITOR', email.toUpperCase()).replace('actor=id', `actor=${id}`)
    const page = await listJournal(server, wanted)
    expect(page.entries.map(({ seq }) => seq)).toEqual(seqs)
    expect([page.total, page.dropped]).toEqual([total, 0])
  })

  test.each([
    'limit=0',
    'limit=1001',
    'after=-1',
    'sinceMs=x',
    'last=0',
    'last=1001',
    'last=1&limit=1',
    'last=1&after=0',
  ])('rejects %s', async (query) => {
    const server = await startServer()
    expectRefused(await send(`${server.url}/_sandbox/journal?${query}`, {}), 400)
  })

  test('finds text as it is shown: what is escaped in JSON, and nothing that is masked', async () => {
    const server = await startServer()
    await server.call('E1', { keywordList: ['龙井'] })
    const escaped = '{"token":"","param":{"keywordList":["\\u9f99\\u4e95"]}}'
    const headers = { 'access-token': TOKEN, 'token-type': 'bearer', ...JSON_TYPE }
    await send(server.url + pathOf('E1'), { method: 'POST', headers, body: escaped })
    const found = async (text: string) =>
      (await listJournal(server, `text=${encodeURIComponent(text)}`)).entries.map(({ seq }) => seq)
    expect(await found('龙井')).toEqual([1, 2])
    expect(await found(TOKEN)).toEqual([])
    expect(await found(TOKEN.slice(0, 8))).toEqual([1])
  })

  test.each(['/journal?', '/journal/stream?', '/journal/har?'])(
    'rejects unknown operation names and query parameters at %s with suggestions',
    async (path) => {
      const server = await startServer()
      const look = (query: string) => send(`${server.url}/_sandbox${path}${query}`, {})
      expectRefused(
        await look('operation=unknown'),
        400,
        '"unknown" does not exist. Known operations: E1, E2',
      )
      const meant =
        'operation: operation "E08" does not exist; did you mean "E8"? Known operations: E1'
      expectRefused(await look('operation=E08'), 400, meant)
      expectRefused(await look('operation=*'), 400, 'operation "*" does not exist')
      const typo =
        'operatoin is not a known property; did you mean "operation"? Known properties are'
      expectRefused(await look('operatoin=E8'), 400, typo)
      expectRefused(await look('workspce=nope'), 400, 'did you mean "workspace"?')
    },
  )

  test('reports how many calls were dropped, and rejects requests for one of them', async () => {
    const server = await startServer({ env: { SANDBOX_JOURNAL_ENTRIES: '2' } })
    for (let count = 0; count < 5; count += 1) await server.call('E8', { userIds: [] })
    const { entries, total, dropped } = await listJournal(server)
    expect([entries.map(({ seq }) => seq), total, dropped]).toEqual([[4, 5], 2, 3])
    expectRefused(
      await send(`${server.url}/_sandbox/journal/3`, {}),
      404,
      'is no longer in the journal',
    )
    expectRefused(
      await send(`${server.url}/_sandbox/journal/6`, {}),
      404,
      'Journal entry 6 does not exist',
    )
  })

  test('is empty after DELETE and after a reset of the journal, and counts from 1 again', async () => {
    const server = await startServer()
    const forgetting = [
      () => act(server, '/journal', {}, 'DELETE'),
      () => act(server, '/reset', { parts: ['journal'] }),
    ]
    for (const forget of forgetting) {
      await server.call('E8', { userIds: [] })
      expect((await forget()).status).toBeLessThan(300)
      expect(await listJournal(server)).toEqual({ entries: [], total: 0, dropped: 0 })
      await server.call('E8', { userIds: [] })
      expect((await onlyEntry(server)).seq).toBe(1)
    }
  })
})

describe('a wait for calls', () => {
  const E8 = { operation: 'E8' }

  test('ends at once when enough calls match already, and returns their bodies', async () => {
    const server = await startServer()
    await server.call('E8', { userIds: [1001] })
    const body = { param: { userIds: [1001] } }
    const outcome = await expectCalls(server, 'wait', { match: { ...E8, code: '0', body } })
    expect(outcome).toMatchObject({ matched: true, dropped: 0, nearest: null })
    expect(outcome.entries.map(({ seq }) => seq)).toEqual([1])
    expect(outcome.entries[0]?.answer.body?.text).toContain('"code":"0"')
  })

  test('ends as soon as enough calls were made', async () => {
    const server = await startServer()
    const waiting = expectCalls(server, 'wait', { match: E8, count: 3, timeoutMs: 60_000 })
    for (let count = 0; count < 3; count += 1) await server.call('E8', { userIds: [] })
    const { matched, entries } = await waiting
    expect([matched, entries.map(({ seq }) => seq)]).toEqual([true, [1, 2, 3]])
  })

  test('returns what matched at the timeout, and how the nearest call differs', async () => {
    const server = await startServer()
    const { editor } = server.fixtures.users
    await server.call('E8', { userIds: [1001] })
    await server.call('E17', {}, { as: editor.email })
    await server.call('E8', { userIds: [2], more: 1 }, { as: editor.email })
    await server.call('E8', { userIds: [1] }, { as: editor.email })
    const body = { param: { userIds: [1], more: 2 } }
    const match = { ...E8, actor: editor.email, body }
    const outcome = await expectCalls(server, 'wait', { match, timeoutMs: 1 })
    expect(outcome).toMatchObject({ matched: false, entries: [], dropped: 0 })
    expect(outcome.nearest).toEqual({
      seq: 4,
      differs: [{ path: 'body.param.more', expected: 2 }],
    })
    const twice = await expectCalls(server, 'wait', { match: E8, count: 4, timeoutMs: 1 })
    expect([twice.matched, twice.entries.length, twice.nearest?.seq]).toEqual([false, 3, 2])
  })

  test.each(['wait', 'expect-none'])(
    'rejects searches in %s that cannot match: invalid pointers and too long texts',
    async (what) => {
      const server = await startServer()
      const look = (match: object) => act(server, `/journal/${what}`, { match, timeoutMs: 0 })
      const noPointer = await look({ body: { '/param/a~b': 1 } })
      expectRefused(noPointer, 400, 'match.body: "/param/a~b" is not a valid JSON Pointer', '~0')
      const afterLast = await look({ body: { '/param/userIds/-': 1 } })
      expectRefused(afterLast, 400, 'match.body: "/param/userIds/-"')
      const many = Array.from({ length: 10_000 }, (_, index) => [`/${index}`, 1])
      const long = await look({ body: Object.fromEntries(many) })
      expectRefused(long, 400, 'match.body is longer than 2000 characters')
      for (const name of ['operation', 'code', 'actor'])
        expectRefused(await look({ [name]: 'x'.repeat(1_001) }), 400, name)
      const typo =
        'match.operation: operation "E99" does not exist; did you mean "E9"? Known operations'
      expectRefused(await look({ operation: 'E99' }), 400, typo)
    },
  )

  test('is indeterminate when a call that is no longer kept may have matched', async () => {
    const server = await startServer({ env: { SANDBOX_JOURNAL_ENTRIES: '1' } })
    await server.call('E8', { userIds: [] })
    await server.call('E17', {})
    const lacking = await expectCalls(server, 'wait', { match: E8, timeoutMs: 0 })
    expect([lacking.matched, lacking.dropped]).toEqual(['indeterminate', 1])
    const none = await expectCalls(server, 'expect-none', { match: E8 })
    expect(none.matched).toBe('indeterminate')
    const later = await expectCalls(server, 'expect-none', { match: E8, after: 1 })
    expect(later.matched).toBe(false)
    const there = await expectCalls(server, 'wait', { match: { operation: 'E17' } })
    expect(there.matched).toBe(true)
  })

  test('reports that no call matches, at once or at the timeout, or that one did', async () => {
    const server = await startServer()
    expect((await expectCalls(server, 'expect-none', { match: E8 })).matched).toBe(false)
    const quiet = { match: E8, timeoutMs: 1 }
    expect((await expectCalls(server, 'expect-none', quiet)).matched).toBe(false)
    const waiting = expectCalls(server, 'expect-none', { match: E8, timeoutMs: 60_000 })
    await server.call('E8', { userIds: [] })
    const { matched, entries } = await waiting
    expect([matched, entries.length]).toEqual([true, 1])
  })

  test('continues over a reset of the journal, and counts anew', async () => {
    const server = await startServer()
    await server.call('E8', { userIds: [] })
    const waiting = expectCalls(server, 'wait', { match: E8, count: 2, timeoutMs: 60_000 })
    await act(server, '/journal', {}, 'DELETE')
    for (let count = 0; count < 2; count += 1) await server.call('E8', { userIds: [] })
    expect((await waiting).matched).toBe(true)
  })

  test.each([
    { timeoutMs: 60_001 },
    { count: 0 },
    { match: { operation: 8 } },
    { match: { path: '/' } },
    { other: 1 },
  ])('rejects %j', async (body) => {
    const server = await startServer()
    expectRefused(await act(server, '/journal/wait', body), 400)
  })

  test('fails when the server stops or the workspace is deleted', async () => {
    const server = await startServer()
    const { token } = await otherWorkspace(server)
    const id = token.slice(0, 8)
    const wait = (query = ''): Promise<Reply> =>
      act(server, `/journal/wait${query}`, { timeoutMs: 60_000 })
    const inOther = wait(`?workspace=${id}`)
    const inDefault = wait()
    await server.control('/clock')
    await act(server, `/workspaces/${id}`, undefined, 'DELETE')
    const gone = await inOther
    expect([404, 410]).toContain(gone.status)
    await server.close()
    expectRefused(await inDefault, 503, 'The server stopped')
  })
})

/** Reads this many events of a stream, or all until its end. */
const readEvents = async (
  reader: ReadableStreamDefaultReader<Uint8Array>,
  count: number,
): Promise<{ text: string; isOver: boolean }> => {
  const decoder = new TextDecoder()
  let text = ''
  while (text.split('\ndata: ').length <= count) {
    const { value, done: isOver } = await reader.read()
    if (isOver) return { text, isOver }
    text += decoder.decode(value, { stream: true })
  }
  return { text, isOver: false }
}

const openStream = async (server: TestServer, query = '', headers = {}) => {
  const response = await fetch(`${server.url}/_sandbox/journal/stream${query}`, { headers })
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  // Else a proxy such as nginx would collect entries before it passes them on.
  expect(response.headers.get('x-accel-buffering')).toBe('no')
  if (!response.body) throw new Error('no body')
  return response.body.getReader()
}

const seqsOf = (text: string): number[] =>
  [...text.matchAll(/^id: (\d+)\ndata: /gm)].map(([, id]) => Number(id))

describe('the journal stream', () => {
  test('sends each call as it ends, without headers and bodies, until the server stops', async () => {
    const server = await startServer()
    await server.call('E8', { userIds: [] })
    const reader = await openStream(server)
    await server.call('E17', {})
    const { text } = await readEvents(reader, 1)
    expect(text.startsWith('retry: 1000\n\n')).toBe(true)
    expect(seqsOf(text)).toEqual([2])
    const data = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? '')
    const { entries } = await server.control<{ entries: object[] }>('/journal?after=1')
    expect(data).toEqual(entries[0])
    const ending = readEvents(reader, 9)
    await server.close()
    expect((await ending).isOver).toBe(true)
  })

  test('resumes after the last event that a reader knows, with matching calls only', async () => {
    const server = await startServer()
    for (let count = 0; count < 3; count += 1) await server.call('E8', { userIds: [] })
    await server.call('E17', {})
    const resumed = await openStream(server, '', { 'last-event-id': '2' })
    expect(seqsOf((await readEvents(resumed, 2)).text)).toEqual([3, 4])
    const filtered = await openStream(server, '?operation=E17&after=0')
    expect(seqsOf((await readEvents(filtered, 1)).text)).toEqual([4])
    for (const reader of [resumed, filtered]) await reader.cancel()
  })

  test('reports how many calls were dropped before a reader could have them', async () => {
    const server = await startServer({ env: { SANDBOX_JOURNAL_ENTRIES: '1' } })
    for (let count = 0; count < 3; count += 1) await server.call('E8', { userIds: [] })
    const reader = await openStream(server, '?after=0')
    const { text } = await readEvents(reader, 2)
    expect(text).toContain('event: dropped\ndata: {"dropped":2}\n\n')
    expect(seqsOf(text)).toEqual([3])
    await reader.cancel()
  })
})

describe('the journal archive', () => {
  test('is HAR 1.2 with every member that the format requires', async () => {
    const server = await startServer()
    await server.call('E8', { userIds: [1001] })
    await talk(
      server.url,
      'GET /nothing?a=1&b=2 HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n\r\n',
    )
    const reply = await send(`${server.url}/_sandbox/journal/har`, {})
    expect(reply.headers.get('content-disposition')).toContain('journal-00000000.har')
    const { log } = reply.body as { log: { entries: Record<string, Record<string, unknown>>[] } }
    expect(log).toMatchObject({ version: '1.2', creator: { name: 'dam-sandbox' } })
    expect(log.entries).toHaveLength(2)
    for (const { startedDateTime, time, request, response, cache, timings } of log.entries) {
      expect(startedDateTime).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      expect([typeof time, cache]).toEqual(['number', {}])
      expect(Object.keys(timings ?? {})).toEqual(['send', 'wait', 'receive'])
      const common = ['httpVersion', 'cookies', 'headers', 'headersSize', 'bodySize']
      for (const key of [...common, 'method', 'url', 'queryString'])
        expect(request).toHaveProperty(key)
      for (const key of [...common, 'status', 'statusText', 'content', 'redirectURL'])
        expect(response).toHaveProperty(key)
      expect(response?.content).toMatchObject({
        size: expect.any(Number),
        mimeType: expect.any(String),
      })
      expect(URL.canParse(String(request?.url))).toBe(true)
    }
    expect(log.entries[0]).toMatchObject({
      request: {
        postData: { mimeType: 'application/json', text: expect.stringContaining('1001') },
      },
      response: { status: 200, content: { text: expect.stringContaining('"code":"0"') } },
      _operation: 'E8',
    })
    expect(log.entries[1]?.request).toMatchObject({
      url: 'http://a.example/nothing?a=1&b=2',
      queryString: [
        { name: 'a', value: '1' },
        { name: 'b', value: '2' },
      ],
    })
  })
})
