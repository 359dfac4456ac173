import { expect, test } from 'vitest'
import type { CreatedWorkspace } from '#src/client/generated/control.ts'
import { send, sendJson } from '#test/kit/http.ts'
import { callOperation, freshFolder, startProcess } from '#test/kit/process.ts'
import { openSandbox } from '#test/kit/sandbox.ts'

test('a node begins the ids of its workspaces and the credentials of its default one with its digits', async () => {
  const server = startProcess({ SANDBOX_NODE: 'A1', SANDBOX_LOG_FORMAT: 'pretty' })
  const url = (await server.url()).replace(/\/$/, '')
  const accessToken = 'a1000000-0000-4000-8000-000000000001'
  const { body: fixtures } = await send(`${url}/_sandbox/fixtures`, {})
  expect(fixtures).toMatchObject({
    app: { clientId: 'a1000000-sandbox', clientKey: 'sandbox-key', accessToken },
    portalApp: { appKey: 'a1000000-portal', appSecret: 'portal-secret' },
  })
  const users = await callOperation(url, 'E8', { userIds: [] }, { 'access-token': accessToken })
  expect(users.body).toMatchObject({ code: '0' })
  for (let made = 0; made < 20; made += 1) {
    const { body } = await sendJson(`${url}/_sandbox/workspaces`, {})
    const { id, clientId, accessToken: token } = body as CreatedWorkspace
    expect(id).toMatch(/^a1[\da-f]{6}$/)
    expect([clientId.slice(0, 8), token.slice(0, 8)]).toEqual([id, id])
  }
  expect((await send(`${url}/_sandbox`, {})).body).toMatchObject({
    node: 'a1',
    workspaces: { stored: 21 },
  })
  expect((await send(`${url}/readyz`, {})).body).toMatchObject({ node: 'a1' })
})

test('a node takes its data folder again, and refuses that of another node', async () => {
  const SANDBOX_DATA = freshFolder()
  const open = (node?: string) => openSandbox({ SANDBOX_DATA, ...(node && { SANDBOX_NODE: node }) })
  for (const node of ['a1', 'a1']) await (await open(node)).sandbox.close()
  for (const node of [undefined, 'b', 'a']) {
    const own = node === undefined ? 'not set' : node
    await expect(open(node)).rejects.toThrow(
      `the data folder ${SANDBOX_DATA} has workspace a1000000, which belongs to another node; SANDBOX_NODE is ${own}`,
    )
  }
})

test.each(['0', '000', 'g1', '12345', '-1'])('a start refuses the digits %s', async (node) => {
  const { code, stderr } = await startProcess({ SANDBOX_NODE: node }).ending()
  expect([code, stderr]).toEqual([
    1,
    `dam-sandbox: SANDBOX_NODE must be one to four hexadecimal digits, not all 0, got "${node}"\n`,
  ])
})
