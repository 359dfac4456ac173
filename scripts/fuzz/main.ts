import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { archives } from './archives/tester.ts'
import { bodies } from './bodies/tester.ts'
import { calls } from './calls/tester.ts'
import { type CountedFinding, describeFinding, Findings } from './core/findings.ts'
import { type Options, readOptions, TESTERS, type TesterName } from './core/options.ts'
import { runPollerThread } from './core/poller.ts'
import type { Tester, TesterResult } from './core/session.ts'
import { cuts } from './cuts.ts'
import { damage } from './damage/tester.ts'
import { floods } from './floods/tester.ts'
import { kill } from './kill/tester.ts'
import { races } from './races.ts'
import { soak } from './soak.ts'
import { sockets } from './sockets/tester.ts'

const TESTER_OF: Readonly<Record<TesterName, Tester>> = {
  calls,
  sockets,
  races,
  archives,
  kill,
  damage,
  bodies,
  cuts,
  soak,
  floods,
}

const FULL_SECONDS = 3_600

const print = (text: string): void => {
  process.stderr.write(`${text}\n`)
}

const showProgress = (text: string): void => {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`)
}

const runTester = async (
  tester: TesterName,
  options: Options,
  findings: Findings,
): Promise<TesterResult> => {
  const seconds = options.seconds ?? (options.short ? TESTERS[tester] : FULL_SECONDS)
  const run = {
    tester,
    options,
    findings,
    program: process.argv[1] ?? '',
    deadlineMs: performance.now() + seconds * 1_000,
    progress: (text: string) => showProgress(`${tester}: ${text}`),
  }
  try {
    return await TESTER_OF[tester](run)
  } catch (error) {
    const text = `the tester could not go on: ${error instanceof Error ? error.stack : error}`
    findings.add({ kind: 'crash', tester, seed: options.seed, index: options.from, text })
    return { requests: 0, lines: [] }
  } finally {
    showProgress('')
  }
}

const printFindings = (findings: Findings, isShort: boolean): readonly CountedFinding[] => {
  const folder = join(tmpdir(), `dam-sandbox-fuzz-report-${process.pid}`)
  const failing = findings.failing(isShort)
  for (const finding of findings.all)
    if (failing.includes(finding)) print(`\n${describeFinding(finding, folder)}`)
    else print(`not judged in a short round: ${finding.kind} in ${finding.tester}: ${finding.text}`)
  return failing
}

const runTesters = async (options: Options): Promise<void> => {
  const findings = new Findings()
  let requests = 0
  for (const tester of options.only) {
    const startedAt = performance.now()
    const result = await runTester(tester, options, findings)
    requests += result.requests
    const seconds = Math.round((performance.now() - startedAt) / 1_000)
    print(`${tester} (${seconds} s, seed ${options.seed})`)
    for (const line of result.lines) print(`  ${line}`)
  }
  const { length } = printFindings(findings, options.short)
  print(`\nfuzz: ${requests} requests, ${length} findings, seed ${options.seed}`)
  process.exitCode = length > 0 ? 1 : 0
}

if (!runPollerThread()) {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
  void runTesters(readOptions(process.argv.slice(2)))
}
