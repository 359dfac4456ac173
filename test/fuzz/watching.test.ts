import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { Connection } from './core/connection.ts'
import { describeFinding, Findings } from './core/findings.ts'
import { judge } from './core/judge.ts'
import { readOptions } from './core/options.ts'
import { Poller } from './core/poller.ts'
import { jsonRequest } from './core/request.ts'
import { watch } from './core/run.ts'
import type { ServerProcess } from './core/server-process.ts'
import { Client } from './kill/client.ts'
import { WorkspaceModel } from './kill/workspace-model.ts'
import { SoakSlices } from './soak/slices.ts'

const REQUEST = jsonRequest('POST', '/open-api/oauth/get-token', { clientId: "it's" })

/** A server that does wrong, watched as the testers watch. */
const startBad = async (fault: string) => {
  const findings = new Findings()
  const options = readOptions(['--server', `${process.execPath} test/fuzz/bad-server.mjs ${fault}`])
  const connections: Connection[] = []
  const server = watch(
    { findings, options, tester: 'calls' },
    { connections: () => connections, index: () => 1_234 },
  )
  onTestFinished(() => server.dispose())
  await server.start()
  const connection = new Connection(server.address)
  connections.push(connection)
  onTestFinished(() => connection.close())
  return { findings, connection, server }
}

describe('the watch over a server', () => {
  test.each(['crash', 'rejection'])('notices the end of the process by %s', async (fault) => {
    const { findings, connection } = await startBad(fault)
    await connection.send(REQUEST)
    await expect.poll(() => findings.failing(true).length).toBe(1)
    const [crash] = findings.all
    expect(crash).toMatchObject({ kind: 'crash', index: 1_234, recent: [[REQUEST]] })
  })

  test('notices an answer with 500', async () => {
    const { connection } = await startBad('status')
    const outcome = await connection.send(REQUEST)
    expect(judge(REQUEST, outcome)).toMatchObject({ kind: '5xx' })
  })

  test('allows a status that a fault was asked for, and a healthy answer', async () => {
    const asked = await startBad('asked')
    expect(judge(REQUEST, await asked.connection.send(REQUEST))).toBeUndefined()
    const healthy = await startBad('none')
    expect(judge(REQUEST, await healthy.connection.send(REQUEST))).toBeUndefined()
    expect(healthy.findings.all).toEqual([])
  })

  test('notices an answer that is no HTTP, and one that does not come', async () => {
    const garbage = await startBad('garbage')
    const outcome = await garbage.connection.send(REQUEST)
    expect(judge(REQUEST, outcome)).toMatchObject({ kind: 'garbled' })
    expect(judge(REQUEST, { kind: 'cut', why: 'silent', detail: '0 bytes read' })).toMatchObject({
      kind: 'silence',
    })
  })

  test('notices that the loop is held', async () => {
    const { connection, server } = await startBad('slow')
    const poller = new Poller(server.url, server.pid)
    onTestFinished(() => poller.close())
    await connection.send(REQUEST)
    expect(poller.read().lagMs).toBeGreaterThan(250)
  })
})

/** A server that knows one crowd pack and forgets its newest members when it is told to. */
const startForgetful = async () => {
  const state = { members: ['a'], forgets: 0 }
  const server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (chunk) => {
      text += chunk
    })
    request.on('end', () => response.end(JSON.stringify(answer(request.url ?? '', text))))
  })
  const answer = (path: string, text: string): unknown => {
    const crowdPack = { corpId: 'c', id: 1, source: 's' }
    if (path === '/_sandbox/workspaces')
      return { id: '12345678', accessToken: 't', fixtures: { crowdPack } }
    if (path.includes('/snapshots')) return { snapshots: [] }
    if (path.endsWith('/insert')) {
      const { param } = JSON.parse(text) as { param: { crowdList: { crowdUniqueSign: string }[] } }
      state.members.push(...param.crowdList.map((member) => member.crowdUniqueSign))
      return { code: '0', result: true }
    }
    const kept = state.members.slice(0, state.members.length - state.forgets)
    return { code: '0', result: { result: kept.map((crowdUniqueSign) => ({ crowdUniqueSign })) } }
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = { hostname: '127.0.0.1', port }
  const model = await WorkspaceModel.create(new Client({ address } as ServerProcess))
  return { state, model }
}

describe('the model of what was acknowledged', () => {
  test('finds nothing lost where all is there', async () => {
    const { model } = await startForgetful()
    await model.write()
    expect(await model.check()).toEqual([])
  })

  test('notices a lost write, and half of one', async () => {
    for (const forgets of [5, 2]) {
      const { state, model } = await startForgetful()
      await model.write()
      state.forgets = forgets
      expect(await model.check()).toHaveLength(1)
    }
  })

  test('notices a lost snapshot', async () => {
    const { model } = await startForgetful()
    await model.snapshot()
    expect(await model.check()).toEqual([expect.stringContaining('is not there')])
  })
})

describe('the judgement of a soak', () => {
  const slicesOf = (milliseconds: readonly number[]): SoakSlices => {
    const slices = new SoakSlices(2)
    for (const duration of milliseconds) slices.note(duration, process.pid)
    return slices
  }

  test('notices a p99 that grows, and lets one pass that does not', () => {
    expect(slicesOf([1, 1, 1, 1, 1, 1, 90, 90]).judge()).toEqual([expect.stringContaining('p99')])
    expect(slicesOf([90, 90, 1, 1, 1, 1, 1, 1]).judge()).toEqual([])
  })
})

describe('a finding', () => {
  const finding = {
    tester: 'calls',
    seed: 42,
    index: 1_234,
    text: 'bad',
    request: REQUEST,
  } as const

  test('counts what is the same, and judges lag and memory in full runs only', () => {
    const findings = new Findings()
    findings.add({ kind: '5xx', ...finding })
    findings.add({ kind: '5xx', ...finding })
    findings.add({ kind: 'lag', ...finding })
    expect(findings.failing(true)).toMatchObject([{ kind: '5xx', count: 2 }])
    expect(findings.failing(false)).toHaveLength(2)
  })

  test('says what to paste', () => {
    const text = describeFinding({ kind: '5xx', ...finding, count: 1 }, '/nowhere')
    expect(text).toContain('npm run fuzz -- --only calls --seed 42 --from 1234')
    expect(text).toContain(`curl -s -i --path-as-is --globoff -X POST`)
    expect(text).toContain(`{"clientId":"it'\\''s"}`)
  })

  test('repeats bytes that curl cannot send over a socket', () => {
    const request = { ...REQUEST, framing: 'short' as const }
    const text = describeFinding({ kind: '5xx', ...finding, request, count: 1 }, '/nowhere')
    expect(text).toContain("require('net').connect(4022,'127.0.0.1')")
  })
})
