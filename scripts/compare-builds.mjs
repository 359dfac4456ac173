// Lists what clients see differently of two builds: node scripts/compare-builds.mjs CHECKOUT-A CHECKOUT-B
// Sends the same calls to dist/server.cjs of both, with the seeds demo and minimal and under a frozen clock, and compares status, headers and
// bodies. Equal differences of several calls are one line. Exit code: 0 without differences, 1 with some, 2 on wrong use.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { differencesOf, send } from './compare-answers.mjs'
import { callAll } from './compare-calls.mjs'
import { freePort } from './free-port.mjs'

const SEEDS = ['demo', 'minimal']

/** The longest wait for a server to be ready. */
const MAX_START_MS = 30_000

const endWith = (message) => {
  process.stderr.write(`${message}\n`)
  process.exit(2)
}

/** Starts the server of a checkout, with no setting of the caller's environment. */
const start = async (checkout, seed) => {
  const port = await freePort()
  const env = { SANDBOX_PORT: String(port), SANDBOX_SEED: seed, SANDBOX_LOG: 'silent' }
  const stdio = ['ignore', 'ignore', 'inherit']
  const child = spawn(process.execPath, ['dist/server.cjs'], { cwd: checkout, env, stdio })
  const side = { child, port }
  const begun = performance.now()
  while ((await send(side, { method: 'GET', path: '/readyz' })).status !== 200) {
    if (child.exitCode !== null) throw new Error(`${checkout}: the server ended at its start`)
    if (performance.now() - begun > MAX_START_MS) {
      child.kill('SIGKILL')
      throw new Error(`${checkout}: the server is not ready after ${MAX_START_MS} ms`)
    }
    await setTimeout(10)
  }
  return side
}

/** Sends the calls to a server of each checkout; answers their number and the differences. */
const compare = async (checkouts, seed) => {
  const sides = await Promise.all(checkouts.map((checkout) => start(checkout, seed)))
  const found = []
  let calls = 0
  const both = async (name, requestOf) => {
    const answers = await Promise.all(sides.map((side, index) => send(side, requestOf(index))))
    calls += 1
    const call = `${seed} ${name}`
    found.push(...differencesOf(answers).map((difference) => ({ call, ...difference })))
    return answers
  }
  try {
    await callAll(both, sides)
  } finally {
    for (const { child } of sides) child.kill()
  }
  return { calls, found }
}

/** One line for each difference, with the first call that shows it. */
const linesOf = (found) => {
  const groups = new Map()
  for (const { call, place, a, b } of found) {
    const key = JSON.stringify([place.replaceAll(/\d+/g, '0'), a, b])
    const group = groups.get(key) ?? { line: [`${call} ${place}`, `${a} -> ${b}`], times: 0 }
    group.times += 1
    groups.set(key, group)
  }
  return [...groups.values()].map(({ line: [where, what], times }) =>
    times === 1 ? `${where}: ${what}` : `${where} (and ${times - 1} more): ${what}`,
  )
}

const checkouts = process.argv.slice(2).map((folder) => resolve(folder))
if (checkouts.length !== 2) endWith('give two checkouts')
for (const checkout of checkouts)
  if (!existsSync(join(checkout, 'dist/server.cjs'))) endWith(`${checkout}: no dist/server.cjs`)

let calls = 0
const found = []
for (const seed of SEEDS) {
  const result = await compare(checkouts, seed)
  calls += result.calls
  found.push(...result.found)
}
process.stdout.write(
  `${[...linesOf(found), `${calls} calls, ${found.length} differences`].join('\n')}\n`,
)
process.exitCode = found.length > 0 ? 1 : 0
