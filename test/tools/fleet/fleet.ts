import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect } from 'vitest'
import { send } from '#test/kit/http.ts'
import { freshFolder, type ServerProcess, startProcess, startProgram } from '#test/kit/process.ts'

export const HAS_HAPROXY = spawnSync('haproxy', ['-v']).status === 0

export interface FleetNode {
  readonly digits: string
  readonly url: string
  process: ServerProcess
  /** Starts the node again in its folder and at its ports. */
  start(): Promise<void>
}

export interface Fleet {
  /** URL of the balancer. */
  readonly url: string
  readonly map: string
  readonly nodes: readonly FleetNode[]
}

/** Ports that were free a moment ago, which a restart needs to be the same. */
const freePorts = async (count: number): Promise<number[]> => {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await expect.poll(() => servers.every(({ listening }) => listening)).toBe(true)
  const ports = servers.map((server) => Object(server.address()).port as number)
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return ports
}

interface Place {
  readonly digits: string
  readonly port: number
  readonly storagePort: number
}

/** The shipped configuration with other nodes, ports and map; the first place is that of the balancer. */
const configOf = ([balancer, ...nodes]: readonly Place[], map: string): string =>
  readFileSync('deploy/haproxy/haproxy.cfg', 'utf8')
    .replaceAll('/etc/haproxy/nodes.map', map)
    .replace('bind :4022', `bind 127.0.0.1:${balancer?.port}`)
    .replace('bind :4023', `bind 127.0.0.1:${balancer?.storagePort}`)
    .replaceAll(/(?: {2}server .*\n)+/g, (lines) => {
      const [line = ''] = lines.split('\n')
      const lineOf = ({ digits, port, storagePort }: Place, index: number): string =>
        line
          .replaceAll('a1', digits)
          .replace('id 1', `id ${index + 1}`)
          .replace(/[\d.]+:4022/, `127.0.0.1:${port}`)
          .replace(/[\d.]+:4023/, `127.0.0.1:${storagePort}`)
      return `${nodes.map(lineOf).join('\n')}\n`
    })

const startNode = async (
  { digits, port, storagePort }: Place,
  env: Readonly<Record<string, string>>,
): Promise<FleetNode> => {
  const url = `http://127.0.0.1:${port}`
  const all = {
    SANDBOX_NODE: digits,
    SANDBOX_PORT: `${port}`,
    SANDBOX_STORAGE_PORT: `${storagePort}`,
    SANDBOX_DATA: freshFolder(),
    SANDBOX_LOG: 'error',
    SANDBOX_LOG_FORMAT: 'pretty',
    ...env,
  }
  const node: FleetNode = {
    digits,
    url,
    process: startProcess(all),
    start: async () => {
      node.process = startProcess(all)
      await node.process.url()
    },
  }
  await node.process.url()
  return node
}

/** Starts nodes in processes of their own, and haproxy in front of them; all end with the test. */
export const startFleet = async (
  digits: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Fleet> => {
  const ports = await freePorts(2 * digits.length + 2)
  const places = ['', ...digits].map((name, index) => ({
    digits: name,
    port: ports[2 * index] ?? 0,
    storagePort: ports[2 * index + 1] ?? 0,
  }))
  const [balancer, ...listed] = places
  const storage = { SANDBOX_STORAGE_URL: `http://127.0.0.1:${balancer?.storagePort}` }
  const nodes = await Promise.all(listed.map((one) => startNode(one, { ...storage, ...env })))
  const folder = freshFolder()
  const map = join(folder, 'nodes.map')
  const config = join(folder, 'haproxy.cfg')
  writeFileSync(map, nodes.map((node) => `${node.digits} ${node.digits} ${node.url}\n`).join(''))
  writeFileSync(config, configOf(places, map))
  const checked = spawnSync('haproxy', ['-c', '-f', config], { encoding: 'utf8' })
  expect(checked.status, checked.stdout + checked.stderr).toBe(0)
  startProgram('haproxy', ['-db', '-f', config], { env: { PATH: '/usr/sbin:/usr/bin:/bin' } })
  const url = `http://127.0.0.1:${balancer?.port}`
  await expect
    .poll(() => send(`${url}/readyz`, {}).then(({ status }) => status, String), { timeout: 10_000 })
    .toBe(200)
  return { url, map, nodes }
}
