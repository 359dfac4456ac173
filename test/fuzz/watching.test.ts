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
import { hasGrown, leftOf } from './pipelines/rest.ts'
import { SoakSlices } from './soak/slices.ts'

const REQUEST = jsonRequest('POST', '/open-api/oauth/get-token', { clientId: "it's" })

/** A faulty server under the same watch as in the testers. */
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

describe('watch', () => {
  test.each(['crash', 'rejection'])('detects the end of the process by %s', async (fault) => {
    const { findings, connection } = await startBad(fault)
    await connection.send(REQUEST)
    await expect.poll(() => findings.failing(true).length).toBe(1)
    const [crash] = findings.all
    expect(crash).toMatchObject({ kind: 'crash', index: 1_234, recent: [[REQUEST]] })
  })

  test('detects an answer with 500', async () => {
    const { connection } = await startBad('status')
    const outcome = await connection.send(REQUEST)
    expect(judge(REQUEST, outcome)).toMatchObject({ kind: '5xx' })
  })

  test('allows the status of a requested fault and a healthy answer', async () => {
    const asked = await startBad('asked')
    expect(judge(REQUEST, await asked.connection.send(REQUEST))).toBeUndefined()
    const healthy = await startBad('none')
    expect(judge(REQUEST, await healthy.connection.send(REQUEST))).toBeUndefined()
    expect(healthy.findings.all).toEqual([])
  })

  test('detects an answer that is not HTTP, and a missing one', async () => {
    const garbage = await startBad('garbage')
    const outcome = await garbage.connection.send(REQUEST)
    expect(judge(REQUEST, outcome)).toMatchObject({ kind: 'garbled' })
    expect(judge(REQUEST, { kind: 'cut', why: 'silent', detail: '0 bytes read' })).toMatchObject({
      kind: 'silence',
    })
  })

  test('detects a blocked event loop', async () => {
    const { connection, server } = await startBad('slow')
    const poller = new Poller(server.url, server.pid)
    onTestFinished(() => poller.close())
    await connection.send(REQUEST)
    expect(poller.read().lagMs).toBeGreaterThan(250)
  })
})

/** A server with one crowd pack that drops its newest members on demand. */
const startLossy = async () => {
  const state = { members: ['a'], lost: 0 }
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
    const kept = state.members.slice(0, state.members.length - state.lost)
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

describe('WorkspaceModel', () => {
  test('reports nothing when all writes are kept', async () => {
    const { model } = await startLossy()
    await model.write()
    expect(await model.check()).toEqual([])
  })

  test('detects a lost write, and half of one', async () => {
    for (const lost of [5, 2]) {
      const { state, model } = await startLossy()
      await model.write()
      state.lost = lost
      expect(await model.check()).toHaveLength(1)
    }
  })

  test('detects a lost snapshot', async () => {
    const { model } = await startLossy()
    await model.snapshot()
    expect(await model.check()).toEqual([expect.stringContaining('is not there')])
  })
})

describe('SoakSlices', () => {
  const slicesOf = (milliseconds: readonly number[]): SoakSlices => {
    const slices = new SoakSlices(2)
    for (const duration of milliseconds) slices.note(duration, process.pid)
    return slices
  }

  test('detects a growing p99, and allows a falling one', () => {
    expect(slicesOf([1, 1, 1, 1, 1, 1, 90, 90]).judge()).toEqual([expect.stringContaining('p99')])
    expect(slicesOf([90, 90, 1, 1, 1, 1, 1, 1]).judge()).toEqual([])
  })
})

describe('what a server holds after connections are gone', () => {
  const before = { callsInFlight: 0, openDatabases: 1, descriptors: 34, heapMiB: 26 }

  test('is compared with what it held before', () => {
    const after = { callsInFlight: 12, openDatabases: 2, descriptors: 60, heapMiB: 40 }
    expect(leftOf(before, after)).toEqual(['12 calls', '1 databases', '26 descriptors'])
    expect(hasGrown(before, after)).toBe(true)
  })

  test('may differ by a few descriptors and by noise of the heap', () => {
    const after = { ...before, descriptors: 44, heapMiB: 28 }
    expect(leftOf(before, after)).toEqual([])
    expect(hasGrown(before, after)).toBe(false)
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

  test('counts repetitions, and includes lag and memory in full runs only', () => {
    const findings = new Findings()
    findings.add({ kind: '5xx', ...finding })
    findings.add({ kind: '5xx', ...finding })
    findings.add({ kind: 'lag', ...finding })
    expect(findings.failing(true)).toMatchObject([{ kind: '5xx', count: 2 }])
    expect(findings.failing(false)).toHaveLength(2)
  })

  test('is described with the commands to repeat it', () => {
    const text = describeFinding({ kind: '5xx', ...finding, count: 1 }, '/nowhere')
    expect(text).toContain('npm run fuzz -- --only calls --seed 42 --from 1234')
    expect(text).toContain(`curl -s -i --path-as-is --globoff -X POST`)
    expect(text).toContain(`{"clientId":"it'\\''s"}`)
  })

  test('is repeated over a socket when curl cannot send its bytes', () => {
    const request = { ...REQUEST, framing: 'short' as const }
    const text = describeFinding({ kind: '5xx', ...finding, request, count: 1 }, '/nowhere')
    expect(text).toContain("require('net').connect(4022,'127.0.0.1')")
  })
})
