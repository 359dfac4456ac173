import { Socket } from 'node:net'
import { describe, expect, test, vi } from 'vitest'
import { operationBytes } from '#test/kit/connections.ts'
import { startServer } from '#test/kit/server.ts'
import { talk } from '#test/kit/wire.ts'

const LAST = { connection: 'close' }

const lookUp = (attrCode: string, headers = {}): string =>
  operationBytes('E20', { attrCode, attrValueList: [] }, headers)

describe('an answer in one text', () => {
  test.each([
    ['of ASCII', 'unknown'],
    ['with other characters', '处é'],
  ])('%s is sent with its headers in one plain write', async (_name, attrCode) => {
    const server = await startServer()
    const pieces = vi.spyOn(Socket.prototype, '_writev')
    const answer = await talk(server.url, lookUp(attrCode, LAST))
    expect(pieces).not.toHaveBeenCalled()
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    expect(JSON.parse(body).message).toContain(attrCode)
    expect(head).toContain(`content-length: ${Buffer.byteLength(body)}`)
  })

  test('is whole behind another answer on its connection', async () => {
    const server = await startServer()
    const slow = { 'x-sandbox-fault': 'after:delay=20' }
    const sent = operationBytes('E8', { userIds: [1001] }, slow) + lookUp('second', LAST)
    const answers = await talk(server.url, sent)
    expect(answers.match(/HTTP\/1\.1 200/g)).toHaveLength(2)
    expect(answers).toMatch(/"code":"0".*second[^}]*\}$/s)
  })
})
