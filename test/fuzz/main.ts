import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CountedFinding, describeFinding, Findings } from './core/findings.ts'
import { HELP, type Options, readOptions, type TesterName } from './core/options.ts'
import { runPollerThread } from './core/poller-thread.ts'
import type { TesterResult } from './core/run.ts'
import { TESTER_OF } from './testers.ts'

/** How long each tester takes in a short round: a minute together, on two cores that others use as well. */
const SHORT_SECONDS: Readonly<Record<TesterName, number>> = {
  calls: 8,
  sockets: 5,
  pipelines: 8,
  races: 6,
  archives: 6,
  kill: 12,
  bodies: 8,
  soak: 5,
}
const FULL_SECONDS = 3_600

const print = (text: string): void => {
  process.stderr.write(`${text}\n`)
}

const progressOf = (tester: TesterName) => (text: string) => {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${tester}: ${text}`)
}

const runTester = async (
  tester: TesterName,
  options: Options,
  findings: Findings,
): Promise<TesterResult> => {
  const run = TESTER_OF[tester]
  const seconds = options.seconds ?? (options.isShort ? SHORT_SECONDS[tester] : FULL_SECONDS)
  const deadlineMs = performance.now() + seconds * 1_000
  const program = process.argv[1] ?? ''
  const progress = progressOf(tester)
  try {
    return await run({ tester, options, findings, program, deadlineMs, progress })
  } catch (error) {
    const text = `the tester could not go on: ${error instanceof Error ? error.stack : error}`
    findings.add({ kind: 'crash', tester, seed: options.seed, index: options.from, text })
    return { requests: 0, lines: [] }
  } finally {
    if (process.stderr.isTTY) process.stderr.write('\r\x1b[K')
  }
}

const printFindings = (failing: readonly CountedFinding[]): void => {
  const folder = join(tmpdir(), `dam-sandbox-fuzz-report-${process.pid}`)
  for (const finding of failing) print(`\n${describeFinding(finding, folder)}`)
}

/** The options; undefined, with a line on stderr and exit code 2, where they cannot be understood. */
const understood = (args: readonly string[]): Options | undefined => {
  try {
    return readOptions(args)
  } catch (error) {
    print(`fuzz: ${error instanceof Error ? error.message : error}; see --help`)
    process.exitCode = 2
    return undefined
  }
}

const main = async (): Promise<void> => {
  const args = process.argv.slice(2)
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(HELP)
    return
  }
  const options = understood(args)
  if (!options) return
  const findings = new Findings()
  const results: Record<string, TesterResult> = {}
  for (const tester of options.only) {
    const startedAt = performance.now()
    const known = findings.all.length
    const result = await runTester(tester, options, findings)
    results[tester] = result
    const seconds = Math.round((performance.now() - startedAt) / 1_000)
    const found = findings.all.length - known
    print(`${tester} (${seconds} s, seed ${options.seed}): ${found} to be judged`)
    for (const line of result.lines) print(`  ${line}`)
  }
  const failing = findings.failing(options.isShort)
  for (const finding of findings.all)
    if (!failing.some(({ text, kind }) => text === finding.text && kind === finding.kind))
      print(`not judged in a short round: ${finding.kind} in ${finding.tester}: ${finding.text}`)
  printFindings(failing)
  const requests = Object.values(results).reduce((sum, result) => sum + result.requests, 0)
  print(`\nfuzz: ${requests} requests, ${failing.length} findings, seed ${options.seed}`)
  if (options.isJson)
    process.stdout.write(`${JSON.stringify({ seed: options.seed, results, findings: failing })}\n`)
  process.exitCode = failing.length > 0 ? 1 : 0
}

if (!runPollerThread()) {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
  main().catch((error: Error) => {
    print(`fuzz: ${error.stack ?? error.message}`)
    process.exitCode = 1
  })
}
