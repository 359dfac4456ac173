import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LIMITS } from '#src/kernel/limits.ts'
import { act, expectRefused } from '#test/kit/acts.ts'
import { injectServer, startServer, type TestServer } from '#test/kit/server.ts'
import { sendLines } from '#test/kit/wire.ts'

const { max } = LIMITS.snapshotName

describe('names in paths', () => {
  test('restore and remove every snapshot that can be taken', async () => {
    const server = await injectServer()
    const character = fc.constantFrom('a', '/', '%', '?', '#', '&', '+', ' ', 'é', '漢', '🙂', ';')
    const name = fc
      .array(character, { minLength: 1, maxLength: max })
      .map((characters) => characters.join(''))
    const longest = ['a', '/', '漢', '🙂', '%'].map((one): [string] => [one.repeat(max)])
    const roundTrip = async (given: string): Promise<void> => {
      const path = `/snapshots/${encodeURIComponent(given)}`
      const taken = await act(server, '/snapshots', { name: given })
      expect(taken.status, taken.text).toBe(201)
      const restored = await act(server, `${path}/restore`)
      expect(restored.status, restored.text).toBe(200)
      expect((await act(server, path, undefined, 'DELETE')).status).toBe(204)
    }
    await fc.assert(fc.asyncProperty(name, roundTrip), { numRuns: 20, examples: longest })
  })

  test('show, select, export and remove a workspace of any script', async () => {
    const server = await startServer()
    for (const given of [
      '结账 测试',
      'Überprüfung',
      'оплата',
      'تجربة',
      'ทดสอบ',
      '決済🙂',
      'a%2F?#&+',
      '한국어',
      'می‌خواهم',
      '👩‍🔬 ❤️',
    ].flatMap((name) => [name.normalize('NFC'), name.normalize('NFD')])) {
      const name = given.normalize('NFC')
      const made = await act(server, '/workspaces', { name: given })
      expect((made.body as { name: string }).name, made.text).toBe(name)
      const taken = await act(server, '/workspaces', { name: given.normalize('NFD') })
      expectRefused(taken, 409, 'already exists; choose another name')
      const encoded = encodeURIComponent(given)
      const shown = await server.control<{ name: string }>(`/workspaces/${encoded}`)
      expect(shown.name).toBe(name)
      await server.control(`/journal?workspace=${encoded}`)
      const archive = await fetch(`${server.url}/_sandbox/export?workspace=${encoded}`)
      expect(archive.status).toBe(200)
      await archive.body?.cancel()
      const removed = await act(server, `/workspaces/${encoded}`, undefined, 'DELETE')
      expect(removed.status, removed.text).toBe(204)
    }
  })

  test.each([
    '',
    '.',
    '..',
    'a\nb',
    '\u0000',
    'a\u0085',
    'a\u202eb',
    '\ufeffa',
    '测'.repeat(101),
    ' ',
    ' a',
    'a\u3000',
    'a\u200bb',
    'a\u2060',
    'a\u00ad',
    '\u3164',
  ])('refuse a name that paths or terminals would not show as it is: %j', async (name) => {
    const server = await injectServer()
    expectRefused(await act(server, '/workspaces', { name }), 400, 'name')
  })

  test('are rejected with a problem document when they are too long or unreadable', async () => {
    const server = await injectServer()
    expectRefused(await act(server, '/snapshots', { name: 'a'.repeat(max + 1) }), 400, `${max}`)
    const restore = (length: number) => act(server, `/snapshots/${'a'.repeat(length)}/restore`)
    expectRefused(await restore(max + 1), 400, 'name')
    expectRefused(await restore(3 * max + 1), 414, 'A name in the path is too long')
    expectRefused(await restore(6_000), 414, 'path is longer than 3200 characters')
    expectRefused(await act(server, '/snapshots/%zz/restore'), 400)
  })
})

describe('paths that a router may resolve to the control plane', () => {
  const preflight = (server: TestServer, path: string, origin: string) =>
    sendLines(server.url, {
      method: 'OPTIONS',
      path,
      headers: [
        ['Origin', origin],
        ['Access-Control-Request-Method', 'GET'],
      ],
    })

  test('have no preflight', async () => {
    const server = await startServer()
    for (const path of [
      '/_sandbox/fixtures',
      '/w/00000000/_sandbox/fixtures',
      '/_sandbox%2Fclock',
      '/%5Fsandbox%2fclock',
      '/%255Fsandbox/clock',
      '//_sandbox/clock',
      '/x/../_sandbox/clock',
      '/_SANDBOX/clock',
      '/w/00000000/_sandbox%2Fclock',
      'http://127.0.0.1/_sandbox/clock',
      'HTTP://other.example/%5Fsandbox/clock?x',
    ]) {
      const reply = await preflight(server, path, 'https://evil.example')
      expect(reply.status, path).toBe(404)
      expect(reply.headers.get('access-control-allow-origin'), path).toBeNull()
    }
  })

  test('have one when only the name of a file is similar', async () => {
    const server = await startServer()
    const origin = 'http://localhost:3000'
    for (const path of ['/_files/_sandbox/x', '/_sandboxes', '/w/_sandbox/livez']) {
      const reply = await preflight(server, path, origin)
      expect(reply.headers.get('access-control-allow-origin'), path).toBe(origin)
    }
  })
})
