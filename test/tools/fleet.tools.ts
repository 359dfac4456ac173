import { describe, expect, test } from 'vitest'
import type { CreatedWorkspace } from '#src/client/generated/control.ts'
import { runCli } from '#test/kit/cli.ts'
import { send, sendJson } from '#test/kit/http.ts'
import { HAS_HAPROXY, startFleet } from './fleet/fleet.ts'
import { inLanes, runPipeline } from './fleet/pipeline.ts'

const DIGITS = ['a1', 'b2', 'c', 'd0e'] as const

const PIPELINES = 60

const AT_ONCE = 20

const create = async (url: string, options: object = {}): Promise<CreatedWorkspace> => {
  const { status, text, body } = await sendJson(`${url}/_sandbox/workspaces`, options)
  expect(status, text).toBe(201)
  return body as CreatedWorkspace
}

/** Names of pipelines that fail, with why. */
const failuresOf = async (url: string, count: number): Promise<Map<string, string>> => {
  const failures = new Map<string, string>()
  await inLanes(count, AT_ONCE, async (number) => {
    const name = `pipeline ${number}`
    await runPipeline(url, name).catch((error) => failures.set(name, String(error)))
  })
  return failures
}

/** The digits of the node at which a name has its home. */
const homeOf = async (url: string, name: string): Promise<string> => {
  const found = await send(`${url}/_sandbox/workspaces/${encodeURIComponent(name)}`, {})
  const { id } = found.status === 200 ? Object(found.body) : await create(url, { name })
  return DIGITS.find((digits) => id.startsWith(digits)) ?? id
}

describe.skipIf(!HAS_HAPROXY)(
  'haproxy (skipped where it is not installed) before four nodes',
  () => {
    test('shows every pipeline what it sees alone at one node', async () => {
      const { url, nodes } = await startFleet(DIGITS)
      const alone = await runPipeline(nodes[0]?.url ?? '', 'alone')
      const names = new Set<string>()
      await inLanes(PIPELINES, AT_ONCE, async (number) => {
        expect(await runPipeline(url, `pipeline ${number}`)).toEqual(alone)
      })
      for (let number = 0; number < 12; number += 1) {
        names.add(await homeOf(url, `name ${number}`))
        await create(url)
      }
      expect(names.size).toBeGreaterThan(1)
      for (const node of nodes) {
        const { body } = await send(`${node.url}/_sandbox`, {})
        expect(Object(body).workspaces.stored, node.digits).toBeGreaterThan(3)
        const journal = await send(`${node.url}/_sandbox/journal?workspace=default`, {})
        expect(Object(journal.body).entries, node.digits).toEqual([])
      }
    })

    test('fails only calls to a node that is killed, whose data is back after its start', async () => {
      const { url, nodes, map } = await startFleet(DIGITS)
      const [killed] = nodes
      const made = await create(killed?.url ?? '')
      const running = failuresOf(url, PIPELINES)
      await expect.poll(() => storedAt(killed?.url), { timeout: 20_000 }).toBeGreaterThan(3)
      killed?.process.kill('SIGKILL')
      await killed?.process.ending()
      const down = await runCli(['fleet status', '--map', map])
      expect(down).toMatchObject({ code: 1, stderr: expect.stringContaining('a1') })
      const refused = await send(`${made.baseUrl.replace(killed?.url ?? '', url)}/livez`, {})
      expect(refused).toMatchObject({ status: 503, body: { code: '90000503', result: null } })
      await killed?.start()
      const failures = await running
      for (const [name, why] of failures)
        expect(`${why} ${await homeOf(url, name)}`, why).toMatch(/pipeline \d+ a1|a1$/)
      const shown = await send(`${url}/_sandbox/workspaces/${made.id}`, {})
      expect(shown).toMatchObject({ status: 200, body: { id: made.id } })
      expect(await runCli(['fleet status', '--map', map])).toMatchObject({ code: 0, stderr: '' })
    })

    test('loses no call of a node that drains, ends and is started again, and creates elsewhere', async () => {
      const { url, nodes } = await startFleet(DIGITS, { SANDBOX_DRAIN_MS: '4000' })
      const [stopped] = nodes
      const running = failuresOf(url, PIPELINES)
      await expect.poll(() => storedAt(stopped?.url), { timeout: 20_000 }).toBeGreaterThan(3)
      stopped?.process.kill('SIGTERM')
      const isElsewhere = async () => Object((await send(`${url}/readyz`, {})).body).node !== 'a1'
      await expect.poll(isElsewhere, { timeout: 10_000 }).toBe(true)
      for (let made = 0; made < 4; made += 1) expect((await create(url)).id).not.toMatch(/^a1/)
      await stopped?.process.ending()
      await stopped?.start()
      expect([...(await running)]).toEqual([])
    })

    test('finds a name however it is written, and refuses a name that another node has', async () => {
      const { url, map } = await startFleet(['a1', 'b2'])
      const workspaces = `${url}/_sandbox/workspaces`
      const idOf = async (name: string): Promise<string> =>
        Object((await send(`${workspaces}/${encodeURIComponent(name)}`, {})).body).id
      const names = Array.from({ length: 8 }, (_, number) => `团队 "${number}" 😀`)
      const ids: string[] = []
      for (const name of names) {
        const escaped = JSON.stringify({ name }).replaceAll(
          /[^ -~]/g,
          (unit) => `\\u${unit.charCodeAt(0).toString(16)}`,
        )
        const headers = { 'content-type': 'application/json' }
        const made = await send(workspaces, { method: 'POST', headers, body: escaped })
        expect(made, made.text).toMatchObject({ status: 201, body: { name } })
        ids.push(Object(made.body).id)
        expect(await idOf(name.normalize('NFD'))).toBe(ids.at(-1))
        expect((await sendJson(workspaces, { name })).status).toBe(409)
      }
      expect(new Set(ids.map((id) => id.slice(0, 2))).size).toBe(2)
      const refused = await runCli(['workspace list --url', url])
      expect(refused.stderr).toContain('is the balancer of a fleet')
      const { stdout } = await runCli(['workspace list --json --map', map])
      expect(JSON.parse(stdout)).toHaveLength(names.length + 2)
      const [first = ''] = names
      for (const name of names.slice(1)) {
        const renamed = await sendJson(
          `${workspaces}/${encodeURIComponent(name)}`,
          { name: first },
          {},
          'PATCH',
        )
        expect(renamed.status, name).toBe(409)
      }
      const path = `${workspaces}/${encodeURIComponent(first)}`
      expect((await sendJson(path, { name: 'renamed' }, {}, 'PATCH')).status).toBe(200)
      expect([await idOf('renamed'), await idOf(first)]).toEqual([ids[0], undefined])
    })

    test('fails no pipeline that starts after a node has died, although a node is added under load', async () => {
      const fleet = await startFleet(['a1', 'b2', 'c3'])
      const { url, nodes } = fleet
      const names = Array.from({ length: 24 }, (_, number) => `团队-${number}`)
      const made = await inLanes(names.length, 8, (number) => create(url, { name: names[number] }))
      const [dead] = nodes
      dead?.process.kill('SIGKILL')
      await dead?.process.ending()
      await expect.poll(() => isSeenDown(url, made), { timeout: 10_000 }).toBe(true)

      const running = failuresOf(url, 100)
      await expect.poll(() => storedAt(nodes[1]?.url), { timeout: 30_000 }).toBeGreaterThan(12)
      await fleet.add('d4')
      expect([...(await running)]).toEqual([])
      await expect.poll(() => isCreatedAt(url, 'd4'), { timeout: 10_000 }).toBe(true)

      for (const { id, name } of made) {
        const shown = await send(`${url}/_sandbox/workspaces/${encodeURIComponent(name)}`, {})
        const again = await sendJson(`${url}/_sandbox/workspaces`, { name })
        const isDead = id.startsWith('a1')
        expect([name, shown.status, again.status]).toEqual([
          name,
          ...(isDead ? [503, 503] : [200, 409]),
        ])
        if (!isDead) expect(shown.body).toMatchObject({ id })
      }
      await dead?.start()
      for (const { id, name } of made) {
        const shownId = async () => {
          const path = `/_sandbox/workspaces/${encodeURIComponent(name)}`
          return Object((await send(url + path, {})).body).id
        }
        await expect.poll(shownId, { timeout: 10_000 }).toBe(id)
      }
    })
  },
)

/** True if the balancer no longer asks the first node, whose names it refuses at once. */
const isSeenDown = async (url: string, made: readonly CreatedWorkspace[]): Promise<boolean> => {
  const { id } = made.find((one) => one.id.startsWith('a1')) ?? {}
  return (await send(`${url}/_sandbox/workspaces/${id}`, {})).status === 503
}

const isCreatedAt = async (url: string, digits: string): Promise<boolean> =>
  (await create(url)).id.startsWith(digits)

const storedAt = async (url = ''): Promise<number> =>
  Object((await send(`${url}/_sandbox`, {})).body).workspaces.stored
