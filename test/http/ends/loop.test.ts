import { pino } from 'pino'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { buildApp } from '#src/app.ts'
import { readConfig } from '#src/config/config.ts'
import { LIMITS } from '#src/limits.ts'
import { ensureDefaultCredentials } from '#src/start/default-credentials.ts'
import { sandboxOptions } from '#src/start/sandbox-options.ts'
import { shippedFolders } from '#src/start/shipped-folders.ts'
import { Sandbox } from '#src/workspaces/sandbox.ts'
import { operationBytes, requestBytes } from '#test/kit/connections.ts'
import { talk } from '#test/kit/wire.ts'

interface Line {
  msg: string
  operation?: string
  heldMs?: number
}

interface Entry {
  operation: string
  heldMs: number | null
}

/** Much longer than any call takes on a busy machine. */
const HOLD_MS = 500

const hold = (): void => {
  const until = performance.now() + HOLD_MS
  while (performance.now() < until);
}

const start = async () => {
  const lines: Line[] = []
  const logger = pino({ level: 'debug' }, { write: (line: string) => lines.push(JSON.parse(line)) })
  const config = readConfig([], { SANDBOX_SEED: 'minimal' })
  const sandbox = await Sandbox.open({ ...sandboxOptions(config), folders: shippedFolders() })
  ensureDefaultCredentials(sandbox, config)
  const app = await buildApp({ sandbox, config, logger })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(async () => {
    await app.close()
    await sandbox.close()
  })
  const holdIn = (operation: string): void => {
    const { store } = sandbox.default.open()
    const operate = store.operate.bind(store)
    vi.spyOn(store, 'operate').mockImplementation((work, options) =>
      operate(() => {
        const done = work()
        const running = app.calls.list().find((call) => !call.isOver)
        if (running?.operation === operation) hold()
        return done
      }, options),
    )
  }
  const held = async (): Promise<Entry[]> => {
    const { entries } = (await (await fetch(`${url}/_sandbox/journal`)).json()) as {
      entries: Entry[]
    }
    return entries
  }
  return { app, url, lines, held, holdIn }
}

const last = requestBytes('GET', '/livez', { headers: { connection: 'close' } })
const e8 = operationBytes('E8', { userIds: [1001] })
const e17 = operationBytes('E17', {})

describe('a call that blocks the event loop', () => {
  test('is the only one named in the journal and the log', async () => {
    const { url, lines, held, holdIn } = await start()
    holdIn('E17')
    await talk(url, last)
    await talk(url, e8 + last)
    await talk(url, e17 + last)
    await talk(url, e8 + last)
    const entries = await held()
    expect(entries.map(({ operation }) => operation)).toEqual(['E8', 'E17', 'E8'])
    const long = entries.filter(({ heldMs }) => (heldMs ?? 0) >= HOLD_MS)
    expect(long.map(({ operation }) => operation)).toEqual(['E17'])
    const told = lines.filter(({ msg, heldMs = 0 }) => msg.includes('held') && heldMs >= HOLD_MS)
    expect(told.map(({ msg, operation }) => [msg.slice(0, 31), operation])).toEqual([
      ['a call held the event loop for ', 'E17'],
    ])
  })

  test('is distinguished from blocking outside of calls', async () => {
    const { url, lines } = await start()
    setImmediate(hold)
    await expect
      .poll(() => lines.some(({ msg }) => msg.includes('outside of measured calls')))
      .toBe(true)
    const load = (await (await fetch(`${url}/_sandbox/load`)).json()) as {
      loopDelay: { maxMs: number }
    }
    expect(load).toMatchObject({ callsInFlight: 1, delayedCalls: 0 })
    expect(load.loopDelay.maxMs).toBeGreaterThan(LIMITS.loopHoldMs.max / 2)
  })
})
