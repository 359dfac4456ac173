// E8 by 32 callers: at one node, and through haproxy to one, two and four nodes; processor time of a call; memory of 1,000 workspaces.
import { spawn } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { residentMiB, startProgram } from './server.mjs'

const CALLERS = 32
const CALLS = 4_000
const WORKSPACES = 1_000
const FIRST_PORT = 14_022
const DIGITS = ['a', 'b', 'c', 'd']

export const maxRounds = 5

const agent = new Agent({ keepAlive: true, maxSockets: CALLERS })

const post = (url, body, headers = {}) =>
  new Promise((resolve, reject) => {
    const sent = request(url, {
      method: 'POST',
      agent,
      headers: { 'content-type': 'application/json', ...headers },
    })
    sent.on('error', reject).on('response', async (response) => {
      const text = Buffer.concat(await response.toArray()).toString()
      if (response.statusCode < 300) resolve(JSON.parse(text))
      else reject(new Error(`${url}: ${response.statusCode} ${text}`))
    })
    sent.end(JSON.stringify(body))
  })

/** The processor time that a process has used, in ms: ticks of 10 ms. */
const usedMs = (pid) => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

const inLanes = async (count, lanes, work) => {
  let next = 0
  const lane = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}

const startNodes = async (root, folder, count) => {
  const nodes = []
  for (const [index, digits] of DIGITS.slice(0, count).entries()) {
    const data = join(folder, `node-${digits}`)
    rmSync(data, { recursive: true, force: true })
    const port = FIRST_PORT + 2 * index
    const env = {
      SANDBOX_NODE: digits,
      SANDBOX_PORT: String(port),
      SANDBOX_STORAGE_PORT: String(port + 1),
      SANDBOX_DATA: data,
      SANDBOX_SEED: 'minimal',
      SANDBOX_LOG: 'fatal',
      SANDBOX_LOG_FORMAT: 'pretty',
    }
    nodes.push({ digits, port, ...(await startProgram(join(root, 'dist/server.cjs'), [], env)) })
  }
  return nodes
}

const configOf = (root, nodes, map, port) =>
  readFileSync(join(root, 'deploy/haproxy/haproxy.cfg'), 'utf8')
    .replaceAll('/etc/haproxy/nodes.map', map)
    .replace('/etc/haproxy/names.lua', join(root, 'deploy/haproxy/names.lua'))
    .replace(/bind :(402\d)/g, (_, from) => `bind 127.0.0.1:${port + Number(from) - 4022}`)
    .replace(/(?: {2}server \w+ \d.*\n)+/g, (lines) =>
      nodes
        .map((node, index) =>
          lines
            .replace(/\n.*/s, '\n')
            .replaceAll('a1', node.digits)
            .replace('id 1', `id ${index + 1}`)
            .replace(/[\d.]+:402(\d)/, (_, digit) => `127.0.0.1:${node.port + Number(digit) - 2}`),
        )
        .join(''),
    )

const startBalancer = async (root, folder, nodes) => {
  const map = join(folder, 'nodes.map')
  const config = join(folder, 'haproxy.cfg')
  const port = FIRST_PORT + 100
  const url = `http://127.0.0.1:${port}`
  writeFileSync(map, nodes.map(({ digits, url: at }) => `${digits} ${digits} ${at}\n`).join(''))
  writeFileSync(config, configOf(root, nodes, map, port))
  const child = spawn('haproxy', ['-db', '-f', config], { stdio: 'inherit' })
  process.once('exit', () => child.kill('SIGKILL'))
  while ((await fetch(`${url}/readyz`).catch(() => ({}))).status !== 200);
  return { url, pid: child.pid, stop: () => child.kill('SIGKILL') }
}

/** Calls E8 in eight workspaces of each node; answers the calls a second and the processor time of a call, by process. */
const load = async (url, nodes, pids) => {
  const made = []
  for (const node of nodes)
    for (let index = 0; index < 8; index += 1)
      made.push(await post(`${node.url}/_sandbox/workspaces`, {}))
  const body = { param: { userIds: [1001, 1002, 1003] } }
  const call = (index) => {
    const { accessToken } = made[index % made.length]
    const headers = { 'access-token': accessToken, 'token-type': 'bearer' }
    return post(`${url}/open-api/standard/v1/query-user-simple-info-list`, body, headers)
  }
  await inLanes(CALLS / 4, CALLERS, call)
  const before = pids.map(usedMs)
  const begun = performance.now()
  await inLanes(CALLS, CALLERS, call)
  const rate = (CALLS / (performance.now() - begun)) * 1_000
  return { rate, usedMs: pids.map((pid, index) => (usedMs(pid) - before[index]) / CALLS) }
}

const ofFleet = async (root, folder, count) => {
  const nodes = await startNodes(root, folder, count)
  const balancer = await startBalancer(root, folder, nodes)
  try {
    const direct = count === 1 ? await load(nodes[0].url, nodes, [nodes[0].pid]) : undefined
    return { direct, through: await load(balancer.url, nodes, [balancer.pid, nodes[0].pid]) }
  } finally {
    balancer.stop()
    await Promise.all(nodes.map((node) => node.stop()))
  }
}

const memoryOfWorkspaces = async (root, folder) => {
  const [node] = await startNodes(root, folder, 1)
  const before = residentMiB(node.pid)
  await inLanes(WORKSPACES, 8, () => post(`${node.url}/_sandbox/workspaces`, {}))
  const rise = residentMiB(node.pid) - before
  await node.stop()
  return rise
}

export const measure = async ({ root, folder }) => {
  const one = await ofFleet(root, folder, 1)
  const two = await ofFleet(root, folder, 2)
  const four = await ofFleet(root, folder, 4)
  return {
    'one node, calls a second': one.direct.rate,
    'through haproxy, calls a second': one.through.rate,
    'through haproxy, beside direct': one.through.rate / one.direct.rate,
    'two nodes beside one': two.through.rate / one.through.rate,
    'four nodes beside one': four.through.rate / one.through.rate,
    'processor ms a call, node direct': one.direct.usedMs[0],
    'processor ms a call, node': one.through.usedMs[1],
    'processor ms a call, haproxy': one.through.usedMs[0],
    '1,000 workspaces, MiB': await memoryOfWorkspaces(root, folder),
  }
}
