import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { WELL_KNOWN_CREDENTIALS } from '#src/contract/well-known.ts'
import { type Random, randomFor } from './core/random.ts'
import { isOver, limitOf, type Tester } from './core/session.ts'

/** Uploads that the command of one run of exec sends at once. */
const UPLOADS = 20
const DEFAULT_UPLOADS = 30 * UPLOADS
const SHORT_UPLOADS = 2 * UPLOADS
/** How long exec may take behind its command, ms. */
const MAX_END_MS = 2_000

const MINE = { 'access-token': WELL_KNOWN_CREDENTIALS.accessToken }
const SINGLE = '/_files/uploads/single?name=a.jpg'
const JSON_TYPE = { ...MINE, 'content-type': 'application/json' }
const FAULT = { ...MINE, 'x-sandbox-fault': 'before:status=503' }
const REFUSED = [
  { method: 'POST', path: SINGLE, headers: {} },
  { method: 'POST', path: SINGLE, headers: FAULT },
  { method: 'POST', path: '/_files/uploads/single?nam=a', headers: MINE },
  { method: 'PUT', path: '/_files/uploads/x/parts/1', headers: MINE },
  { method: 'PUT', path: '/dam-00000000/upload/a', headers: {}, storage: true },
  { method: 'POST', path: '/dam-00000000/upload/a?uploads', headers: {}, storage: true },
]
/** Answered only when the rest has arrived, so that a command would wait for it. */
const TOO_LARGE = [
  { method: 'POST', path: '/_files/uploads', headers: JSON_TYPE, leaves: 'before' },
  { method: 'POST', path: '/_sandbox/faults', headers: JSON_TYPE, leaves: 'before' },
]
const LEAVES = ['cut', 'reset', 'half-close', 'silence', 'before']

const uploadOf = (random: Random): object => {
  const length = random.between(300_000, 3_000_000)
  const sent = Math.floor(length * random.next())
  const leaves = random.pick(LEAVES)
  return { length, sent, leaves, ...random.pick([...REFUSED, ...TOO_LARGE]) }
}

/** Runs `dam-sandbox exec` with a command whose clients cut refused uploads: it must end behind its command. */
export const cuts: Tester = async (run) => {
  const { options, tester, findings } = run
  const limit = limitOf(run, DEFAULT_UPLOADS, SHORT_UPLOADS)
  const took: number[] = []
  for (let index = options.from; took.length * UPLOADS < limit && !isOver(run); index += 1) {
    const random = randomFor(options.seed, 'cuts', index)
    const ended = await runOnce(Array.from({ length: UPLOADS }, () => uploadOf(random)))
    took.push(ended.tookMs)
    run.progress(`${took.length} runs`)
    const add = (kind: 'crash' | 'leak', text: string): void =>
      findings.add({ kind, tester, seed: options.seed, index, text, detail: ended.output })
    if (ended.code !== 0) add('crash', `exec ended with ${ended.code}`)
    if (ended.tookMs > MAX_END_MS) add('leak', 'exec goes on behind its command')
  }
  const longest = Math.round(Math.max(0, ...took))
  const line = `${took.length} runs of exec; the longest end behind the command took ${longest} ms`
  return { requests: took.length * UPLOADS, lines: [line] }
}

const runOnce = async (uploads: readonly object[]) => {
  const suite = [process.execPath, 'test/kit/suites/cut-uploads.mjs', JSON.stringify(uploads)]
  const exec = ['dist/cli.cjs', 'exec', '--seed', 'minimal', '--', ...suite]
  const child = spawn(process.execPath, exec, { stdio: ['ignore', 'pipe', 'pipe'] })
  let leftAtMs = performance.now()
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (text.includes('left\n')) leftAtMs = performance.now()
    })
  await once(child, 'close')
  return { code: child.exitCode, tookMs: performance.now() - leftAtMs, output }
}
