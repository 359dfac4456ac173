import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runCli } from '#test/kit/cli.ts'
import { listeningServer } from '#test/kit/listening-server.ts'
import { freshFolder } from '#test/kit/process.ts'
import { startServer } from '#test/kit/server.ts'

/** A URL at which no server listens. */
const NOWHERE = 'http://127.0.0.1:9'

interface Check {
  about: string
  what: string
  isWell: boolean
  isNote?: boolean
  says: string
}

const checksOf = async (args: string[], env: Record<string, string> = {}) => {
  const { code, stdout } = await runCli(['doctor', '--json', ...args], env)
  const answer = JSON.parse(stdout) as Check[] | { result: Check[] }
  const checks = Array.isArray(answer) ? answer : answer.result
  const wrong = checks.filter(({ isWell }) => !isWell).map(({ what }) => what)
  const says = (name: string) => checks.find(({ what }) => what === name)?.says
  return { code, wrong, names: checks.map(({ what }) => what), says }
}

const startMinimal = async (env: Record<string, string> = {}): Promise<string> =>
  (await startServer({ env })).url

describe('doctor about a server', () => {
  test('says version, readiness, clock, data, memory and limits, and nothing about starting one here', async () => {
    const url = await startMinimal()
    const { code, wrong, names, says } = await checksOf(['--url', url])
    expect({ code, wrong }).toEqual({ code: 0, wrong: [] })
    expect(names).toEqual([
      'server',
      'control plane',
      'clock',
      'data',
      'memory',
      'limits',
      'ready',
      'node',
    ])
    expect(says('server')).toMatch(/answers, version \d+\.\d+\.\d+, profile local$/)
    expect(says('data')).toMatch(/^in memory, .* free$/)
    expect(says('limits')).toBe('no quota for a workspace')
  })

  test('says where the server keeps its data, and not what a server here would do', async () => {
    const folder = freshFolder()
    const key = 'a key of sixteen letters'
    const url = await startMinimal({
      SANDBOX_DATA: folder,
      SANDBOX_PROFILE: 'staging',
      SANDBOX_ADMIN_KEY: key,
    })
    const { code, says } = await checksOf([], { SANDBOX_URL: url, SANDBOX_ADMIN_KEY: key })
    expect(code).toBe(0)
    expect(says('server')).toContain('profile staging')
    expect(says('control plane')).toBe('takes the key')
    expect(says('data')).toMatch(new RegExp(`^in the folder ${folder} of the server; .* free$`))
    expect(says('limits')).toBe('quota of a workspace: data 1 GiB, files 10 GiB, snapshots 5 GiB')
    expect(says('data folder')).toBeUndefined()
  })

  test('notes the clock of a workspace that is not real', async () => {
    const url = await startMinimal()
    await runCli(['clock', 'freeze', '2026-03-04T05:06:07Z', '--url', url])
    const { code, says } = await checksOf(['--url', url])
    expect(code).toBe(0)
    expect(says('workspace clock')).toBe('that of "default" is frozen at 2026-03-04T05:06:07.000Z')
  })

  test('fails without the key of the server, and says how to give it', async () => {
    const url = await startMinimal({ SANDBOX_ADMIN_KEY: 'the key' })
    const { code, wrong, says } = await checksOf(['--url', url])
    expect({ code, wrong }).toEqual({ code: 1, wrong: ['control plane'] })
    expect(says('control plane')).toContain('requires an admin key; give it with --key')
    expect(await checksOf(['--url', url, '--key', 'the key'])).toMatchObject({ code: 0 })
  })

  test('fails for a URL that was given and where no sandbox is', async () => {
    const gone = await checksOf(['--url', NOWHERE])
    expect(gone).toMatchObject({ code: 1, wrong: ['server'] })
    expect(gone.says('server')).toContain(`no server: ${NOWHERE} does not answer`)
    const { port } = await listeningServer('{}')
    const other = await checksOf(['--url', `http://127.0.0.1:${port}`])
    expect(other).toMatchObject({ code: 1, wrong: ['server'] })
    expect(other.says('server')).toContain('is not a dam-sandbox')
  })

  test('prints its groups, and no escapes when stdout is not a terminal', async () => {
    const { stdout } = await runCli(['doctor'])
    expect(stdout).toMatch(/^The server\n[\s\S]*\n\nThis machine\nok {5}node /)
    expect(stdout).not.toContain('\u001b')
  })
})

describe('doctor about starting a server', () => {
  test('checks Node, native modules, data folder and port', async () => {
    const { names, says } = await checksOf(['--data', freshFolder(), '--port', '0'])
    for (const name of ['node', 'better-sqlite3', 'sharp', 'data folder', 'port'])
      expect(names).toContain(name)
    expect(says('data folder')).toMatch(/ is writable$/)
  })

  test('fails for a port and a data folder that cannot be used', async () => {
    const { port } = await listeningServer('{}')
    const url = await startMinimal()
    const data = join(process.execPath, 'data')
    const { code, wrong } = await checksOf(['--url', url, '--data', data, '--port', port])
    expect({ code, wrong }).toEqual({ code: 1, wrong: ['data folder', 'port'] })
  })

  test('fails for a data folder that a server uses, until the server stops', async () => {
    const folder = freshFolder()
    const running = await startServer({ env: { SANDBOX_DATA: folder } })
    const inUse = await checksOf(['--url', running.url, '--data', folder])
    expect(inUse).toMatchObject({ code: 1, wrong: ['data folder'] })
    expect(inUse.says('data folder')).toBe(
      `${folder} is in use by a server; a second one cannot start`,
    )
    await running.close()
    const free = await checksOf(['--data', folder, '--port', '0'])
    expect(free.wrong).not.toContain('data folder')
  })

  test('notes a port that a dam-sandbox has', async () => {
    const url = await startMinimal()
    const { code, says } = await checksOf(['--url', url, '--port', new URL(url).port])
    expect(code).toBe(0)
    expect(says('port')).toContain('is in use by a dam-sandbox')
  })
})
