import { expect, test } from 'vitest'
import { keptBytes } from '#test/kit/heap.ts'
import { startServer } from '#test/kit/server.ts'

const MIB = 2 ** 20

test('remembers no texts that a refused call sent in the place of ids', async () => {
  const server = await startServer()
  const refuse = async (text: string): Promise<void> => {
    const { accessToken: token } = (await server.sandbox.create()).credentials
    const reply = await server.call('E21', { assetIdList: [text] }, { token: token ?? null })
    expect(reply.body).toMatchObject({ code: '90020002' })
  }
  await refuse('a')
  const before = keptBytes()
  for (let count = 0; count < 30; count += 1) await refuse(`${count}`.padEnd(MIB, 'x'))
  expect(keptBytes() - before).toBeLessThan(15 * MIB)
})

test('counts the ids and paths of refused calls as memory, until they are forgotten', async () => {
  const server = await startServer()
  const { findings } = server.sandbox.memory
  const ids = Array.from({ length: 1_000 }, (_, index) => index + 1)
  await server.call('E21', { assetIdList: [...ids, 'not an id'] })
  const ofIds = findings.bytes
  expect(ofIds).toBeGreaterThan(1_000 * 16)
  await server.call('E21', { assetIdList: [...ids, 'not an id'] })
  expect(findings.bytes).toBeLessThan(2 * ofIds)
  await server.call('E8', { userIds: [] })
  server.workspace.findings.clear()
  expect(findings.bytes).toBe(0)
  for (let count = 0; count < 30; count += 1)
    await server.call('E13', { filePath: `${count}`.padEnd(1_000, 'x') })
  const ofPaths = findings.bytes
  expect(ofPaths).toBeGreaterThan(20 * 1_000)
  expect(ofPaths).toBeLessThan(30 * 2_200)
  server.workspace.traffic.clear()
  server.workspace.findings.clear()
  expect(findings.state()).toMatchObject({ bytes: 0, count: 0 })
})
