// Lists what clients see differently of two builds: node scripts/compare-builds.mjs --help
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { differencesOf, send } from './compare-answers.mjs'
import { callAll } from './compare-calls.mjs'
import { freePort } from './free-port.mjs'

const HELP = `Usage: node scripts/compare-builds.mjs <checkout A> <checkout B> [--json]

Sends the same calls to dist/server.cjs of two checkouts, with the seeds demo and minimal and under a frozen clock, and
lists what differs in status, headers and bodies. Exit code: 0 without differences, 1 with some, 2 on wrong use.

  --json   Every difference of every call as JSON; without it, equal differences of several calls are one line
  --help   This text
`
const SEEDS = ['demo', 'minimal']

const endWith = (message) => {
  process.stderr.write(`${message}\n`)
  process.exit(2)
}

const readArgs = () => {
  const options = { json: { type: 'boolean' }, help: { type: 'boolean' } }
  try {
    return parseArgs({ options, allowPositionals: true })
  } catch ({ message }) {
    return endWith(message)
  }
}

/** Starts the server of a checkout, with no setting of the caller's environment. */
const start = async (checkout, seed) => {
  const port = await freePort()
  const env = { SANDBOX_PORT: String(port), SANDBOX_SEED: seed, SANDBOX_LOG: 'silent' }
  const stdio = ['ignore', 'ignore', 'inherit']
  const child = spawn(process.execPath, ['dist/server.cjs'], { cwd: checkout, env, stdio })
  const side = { child, port }
  while ((await send(side, { method: 'GET', path: '/readyz' })).status !== 200)
    if (child.exitCode !== null) throw new Error(`${checkout}: the server ended at its start`)
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
    if (process.stderr.isTTY) process.stderr.write(`\r${seed}: ${calls} calls `)
    return answers
  }
  try {
    await callAll(both, sides)
  } finally {
    for (const { child } of sides) child.kill()
  }
  if (process.stderr.isTTY) process.stderr.write('\n')
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

const { values, positionals } = readArgs()
if (values.help) {
  process.stdout.write(HELP)
  process.exit()
}
if (positionals.length !== 2) endWith(HELP)
const checkouts = positionals.map((folder) => resolve(folder))
for (const checkout of checkouts)
  if (!existsSync(join(checkout, 'dist/server.cjs'))) endWith(`${checkout}: no dist/server.cjs`)

let calls = 0
const found = []
for (const seed of SEEDS) {
  const result = await compare(checkouts, seed)
  calls += result.calls
  found.push(...result.found)
}
const text = values.json
  ? JSON.stringify({ calls, differences: found }, null, 2)
  : [...linesOf(found), `${calls} calls, ${found.length} differences`].join('\n')
process.stdout.write(`${text}\n`)
process.exitCode = found.length > 0 ? 1 : 0
