// Every measurement, one after another, and docs/performance.md with its charts. Each result is kept as a file as soon as it is there, and what is
// kept is not measured again: a run that was cut goes on with --from and the folder that it named at its start.
// node bench/all.mjs [--from FOLDER] [--only starts,soak-reads] [--rounds 3] [--seconds 1] [--calls 2000000] [--million] [--write] [--draft FOLDER]
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { PEERS, versionOf } from './contenders.mjs'
import { readFacts } from './facts.mjs'
import { goalTable } from './goals.mjs'
import { readOptions, refuse } from './options.mjs'
import { writeDocument } from './performance-document.mjs'
import { missingOf, resultsOf, sectionsOf } from './sections.mjs'

const options = readOptions(import.meta.url, {
  from: { type: 'string' },
  only: { type: 'string' },
  rounds: { type: 'string', default: '3' },
  seconds: { type: 'string', default: '1' },
  calls: { type: 'string', default: '2000000' },
  million: { type: 'boolean', default: false },
  write: { type: 'boolean', default: false },
  draft: { type: 'string' },
})
/** A section that takes longer than this does not end by itself. */
const SECTION_MS = 20 * 60_000
const note = (line) => process.stderr.write(`${line}\n`)
const folder = options.from
  ? resolve(options.from)
  : mkdtempSync(join(tmpdir(), 'dam-sandbox-bench-'))
mkdirSync(folder, { recursive: true })
const fileOf = (name) => join(folder, `${name}.json`)
const known = [...sectionsOf(options).map(({ name }) => name), 'profiles']
const unknown = options.only?.split(',').find((name) => !known.includes(name))
if (unknown !== undefined)
  refuse(import.meta.url, `--only: "${unknown}" is not a section; they are ${known.join(', ')}`)
if (options.write && PEERS.some((name) => !versionOf(name)))
  refuse(import.meta.url, '--write needs the peers: npm ci --prefix bench')
const isWanted = ({ name }) => !options.only || options.only.split(',').includes(name)

let running
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => {
    running?.kill('SIGTERM')
    process.exit(1)
  })

/** Runs the command of a section and keeps its result; a section that fails leaves the others to be measured. */
const measure = async ({ name, command: [script, ...args] }) => {
  if (existsSync(fileOf(name))) return
  const facts = readFacts()
  const begun = performance.now()
  note(`${name}: ${['node', `bench/${script}`, ...args].join(' ')}`)
  running = spawn(process.execPath, [join(import.meta.dirname, script), ...args, '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: SECTION_MS,
  })
  let text = ''
  running.stdout.setEncoding('utf8').on('data', (chunk) => {
    text += chunk
  })
  const [status] = await once(running, 'close')
  const seconds = Math.round((performance.now() - begun) / 1_000)
  if (status !== 0) {
    process.exitCode = 1
    return note(`${name}: failed after ${seconds} s`)
  }
  const kept = { facts, seconds, result: JSON.parse(text) }
  writeFileSync(fileOf(name), JSON.stringify(kept))
  note(`${name}: ${seconds} s`)
}

/** The results of the sections that are kept. */
const readResults = (sections) =>
  resultsOf(
    Object.fromEntries(
      sections
        .map(({ name }) => name)
        .filter((name) => existsSync(fileOf(name)))
        .map((name) => [name, JSON.parse(readFileSync(fileOf(name), 'utf8'))]),
    ),
  )

note(`results are kept in ${folder}; go on with --from ${folder}`)
for (const section of sectionsOf(options).filter(isWanted)) await measure(section)
// What is profiled depends on what was measured.
const sections = sectionsOf(options, readResults(sectionsOf(options)))
for (const section of sections.filter(isWanted)) await measure(section)
const results = readResults(sections)
process.stdout.write(goalTable(results))
if (options.draft) writeDocument(results, resolve(options.draft))
const missing = missingOf(results)
if (options.write && missing.length === 0)
  writeDocument(results, join(import.meta.dirname, '../docs'))
else if (options.write) note(`docs/performance.md is not written; missing: ${missing.join(', ')}`)
