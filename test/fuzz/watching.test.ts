import { readFileSync } from 'node:fs'
import { describe, expect, onTestFinished, test } from 'vitest'
import { Client } from '#scripts/fuzz/core/client.ts'
import { Connection } from '#scripts/fuzz/core/connection.ts'
import { describeFinding, Findings } from '#scripts/fuzz/core/findings.ts'
import { judge } from '#scripts/fuzz/core/judge.ts'
import { readOptions } from '#scripts/fuzz/core/options.ts'
import { Poller } from '#scripts/fuzz/core/poller.ts'
import { bare, jsonRequest } from '#scripts/fuzz/core/request.ts'
import { ServerProcess } from '#scripts/fuzz/core/server-process.ts'
import { crashOf } from '#scripts/fuzz/core/session.ts'
import { Slices } from '#scripts/fuzz/core/slices.ts'
import { WorkspaceModel } from '#scripts/fuzz/kill/workspace-model.ts'
import { hasGrown, leftOf } from '#scripts/fuzz/sockets/rest.ts'
import { freshFolder } from '#test/kit/process.ts'

const REQUEST = jsonRequest('POST', '/open-api/oauth/get-token', { clientId: "it's" })

const startBad = async (fault: string) => {
  const command = [process.execPath, 'scripts/fuzz/bad-server.mjs', fault]
  const server = new ServerProcess({ command })
  onTestFinished(() => server.dispose())
  await server.start()
  const connection = new Connection(server.address)
  onTestFinished(() => connection.close())
  return { connection, server }
}

describe('the testers', () => {
  test.each(['crash', 'rejection'])('detect the end of the process by %s', async (fault) => {
    const { connection, server } = await startBad(fault)
    const ended = new Promise((resolve) => {
      server.onCrash = (ending) => resolve(crashOf(ending, [connection], 'label'))
    })
    await connection.send(REQUEST)
    expect(await ended).toMatchObject({ kind: 'crash', recent: [[REQUEST]] })
  })

  test('detect an answer with 500', async () => {
    const { connection } = await startBad('status')
    expect(judge(REQUEST, await connection.send(REQUEST))).toMatchObject({ kind: '5xx' })
  })

  test.each(['asked', 'none'])(
    'allow a requested status and a healthy answer: %s',
    async (fault) => {
      const { connection } = await startBad(fault)
      const outcome = await connection.send(REQUEST)
      expect(outcome).toMatchObject({ kind: 'answer', status: fault === 'none' ? 200 : 503 })
      expect(judge(REQUEST, outcome)).toBeUndefined()
    },
  )

  test('detect an answer that is not HTTP, and a missing one', async () => {
    const { connection } = await startBad('garbage')
    expect(judge(REQUEST, await connection.send(REQUEST))).toMatchObject({ kind: 'garbled' })
    const silent = { kind: 'cut', why: 'silent', detail: '0 bytes read' } as const
    expect(judge(REQUEST, silent)).toMatchObject({ kind: 'silence' })
  })

  test('allow an answer for which the caller was too impatient', async () => {
    const { connection } = await startBad('silent')
    const request = { ...REQUEST, patienceMs: 20 }
    const outcome = await connection.send(request)
    expect(outcome).toMatchObject({ kind: 'cut', why: 'left' })
    expect(judge(request, outcome)).toBeUndefined()
  })

  test('detect a blocked event loop', async () => {
    const { connection, server } = await startBad('slow')
    const poller = new Poller({ url: server.url, pid: server.pid })
    onTestFinished(() => poller.close())
    await connection.send(REQUEST)
    expect(poller.read().lagMs).toBeGreaterThan(250)
  })
})

describe('WorkspaceModel', () => {
  const startLossy = async () => {
    const { server } = await startBad('lossy')
    const client = new Client(server)
    onTestFinished(() => client.close())
    return { client, model: await WorkspaceModel.create(client) }
  }

  test('reports nothing when all writes are kept', async () => {
    const { model } = await startLossy()
    await model.write()
    expect(await model.check()).toEqual([])
  })

  test.each([5, 2])('detects %s of five members that were lost', async (lost) => {
    const { client, model } = await startLossy()
    await model.write()
    await client.done(bare('POST', `/lose/${lost}`))
    expect(await model.check()).toEqual([expect.stringContaining('members')])
  })

  test('detects a lost snapshot', async () => {
    const { model } = await startLossy()
    await model.snapshot()
    expect(await model.check()).toEqual([expect.stringContaining('is not there')])
  })
})

describe('Slices', () => {
  const slicesOf = (milliseconds: readonly number[]): Slices => {
    const slices = new Slices(2, ['p99Ms'])
    for (const duration of milliseconds) slices.note(duration, process.pid)
    return slices
  }

  test('detect a growing p99, and allow a falling one', () => {
    expect(slicesOf([1, 1, 1, 1, 1, 1, 90, 90]).judge()).toEqual([expect.stringContaining('99th')])
    expect(slicesOf([90, 90, 1, 1, 1, 1, 1, 1]).judge()).toEqual([])
  })
})

describe('what a server holds after connections are gone', () => {
  const before = {
    openDatabases: 1,
    descriptors: 34,
    temporaryFiles: 0,
    callsInFlight: 1,
    heapMiB: 26,
    residentMiB: 200,
  }

  test('is compared with what it held before', () => {
    const after = {
      openDatabases: 2,
      descriptors: 60,
      temporaryFiles: 3,
      callsInFlight: 7,
      heapMiB: 40,
      residentMiB: 200,
    }
    expect(leftOf(before, after)).toEqual([
      '1 databases',
      '26 descriptors',
      '3 temporary files',
      '5 calls in flight',
    ])
    expect(hasGrown(before, after)).toBe(true)
    expect(hasGrown(before, { ...before, residentMiB: 301 })).toBe(true)
  })

  test('may differ by a few descriptors and by noise of the heap', () => {
    const after = { ...before, descriptors: 44, heapMiB: 28 }
    expect(leftOf(before, after)).toEqual([])
    expect(hasGrown(before, after)).toBe(false)
  })
})

describe('the listeners of a server', () => {
  test('are those on which its process listens', async () => {
    const { server } = await startBad('none')
    expect(server.listeners).toEqual([server.address])
  })
})

describe('a finding', () => {
  const finding = { tester: 'calls', seed: 42, index: 1_234, text: 'bad' } as const

  test('counts repetitions, and includes lag and memory in full runs only', () => {
    const findings = new Findings()
    for (const kind of ['5xx', '5xx', 'lag'] as const) findings.add({ kind, ...finding })
    expect(findings.failing(true)).toMatchObject([{ kind: '5xx', count: 2 }])
    expect(findings.failing(false)).toHaveLength(2)
  })

  test('is described with the commands to repeat it', () => {
    const folder = freshFolder()
    const counted = { kind: '5xx', ...finding, count: 1, recent: [[REQUEST]] } as const
    const text = describeFinding(counted, folder)
    expect(text).toContain('npm run fuzz -- --only calls --seed 42 --from 1234')
    const [, file = ''] = /nc 127\.0\.0\.1 4022 < (\S+)/.exec(text) ?? []
    expect(readFileSync(file, 'utf8')).toContain(`{"clientId":"it's"}`)
  })
})

describe('the options', () => {
  test('name testers, a seed and bounds', () => {
    const args = ['--only', 'kill,calls', '--seed', '42', '--requests', '1_000', '--short']
    expect(readOptions(args)).toMatchObject({
      only: ['calls', 'kill'],
      seed: 42,
      requests: 1_000,
      from: 0,
      short: true,
    })
  })
})
