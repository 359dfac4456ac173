import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
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
  /** Adds a node as the documents say: first without new workspaces. */
  add(digits: string): Promise<void>
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

interface Balancer extends Place {
  readonly map: string
  readonly peerPort: number
}

/** The shipped configuration with other nodes, ports and map. */
const configOf = (balancer: Balancer, nodes: readonly Place[], joining?: Place): string =>
  readFileSync('deploy/haproxy/haproxy.cfg', 'utf8')
    .replaceAll('/etc/haproxy/nodes.map', balancer.map)
    .replace('/etc/haproxy/names.lua', resolve('deploy/haproxy/names.lua'))
    .replace('bind 127.0.0.1:4029', `bind 127.0.0.1:${balancer.peerPort}`)
    .replace('bind :4022', `bind 127.0.0.1:${balancer.port}`)
    .replace('bind :4023', `bind 127.0.0.1:${balancer.storagePort}`)
    .replaceAll(/(?: {2}server \w+ \d.*\n)+/g, (lines) => {
      const [line = ''] = lines.split('\n')
      const lineOf = (place: Place, index: number): string =>
        line
          .replaceAll('a1', place.digits)
          .replace('id 1', `id ${index + 1}`)
          .replace(/[\d.]+:4022/, `127.0.0.1:${place.port}`)
          .replace(/[\d.]+:4023/, `127.0.0.1:${place.storagePort}`)
          .concat(place === joining ? ' weight 0' : '')
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
  const [port = 0, storagePort = 0, peerPort = 0] = await freePorts(3)
  const folder = freshFolder()
  const map = join(folder, 'nodes.map')
  const config = join(folder, 'haproxy.cfg')
  const url = `http://127.0.0.1:${port}`
  const places: Place[] = []
  const nodes: FleetNode[] = []
  const startNodes = async (names: readonly string[]): Promise<void> => {
    const ports = await freePorts(2 * names.length)
    const added = names.map((name, index) => ({
      digits: name,
      port: ports[2 * index] ?? 0,
      storagePort: ports[2 * index + 1] ?? 0,
    }))
    const storage = { SANDBOX_STORAGE_URL: `http://127.0.0.1:${storagePort}` }
    const started = added.map((place) => startNode(place, { ...storage, ...env }))
    nodes.push(...(await Promise.all(started)))
    places.push(...added)
    writeFileSync(map, nodes.map((node) => `${node.digits} ${node.digits} ${node.url}\n`).join(''))
  }
  const configure = (joining?: Place): void => {
    const balancer = { digits: '', port, storagePort, peerPort, map }
    writeFileSync(config, configOf(balancer, places, joining))
    const checked = spawnSync('haproxy', ['-c', '-f', config], { encoding: 'utf8' })
    expect(checked.status, checked.stdout + checked.stderr).toBe(0)
  }
  await startNodes(digits)
  configure()
  const haproxy = startProgram('haproxy', ['-W', '-db', '-f', config], {
    env: { PATH: '/usr/sbin:/usr/bin:/bin' },
  })
  const isReady = () => send(`${url}/readyz`, {}).then(({ status }) => status, String)
  await expect.poll(isReady, { timeout: 10_000 }).toBe(200)
  const { pid } = haproxy.child
  const workers = () =>
    readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
  /** Waits until no worker of the former configuration has a connection. */
  const reload = async (): Promise<void> => {
    const former = workers()
    haproxy.kill('SIGUSR2')
    const left = () => [workers().length, workers().filter((one) => former.includes(one))]
    await expect.poll(left, { timeout: 90_000 }).toEqual([1, []])
  }
  return {
    url,
    map,
    nodes,
    add: async (name) => {
      await startNodes([name])
      configure(places.at(-1))
      await reload()
      configure()
      await reload()
    },
  }
}
