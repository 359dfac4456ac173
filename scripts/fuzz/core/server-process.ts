import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Address } from './connection.ts'
import { EVERY_PORT, listenersOf } from './listeners.ts'

export type Environment = Readonly<Record<string, string>>

export interface ServerOptions {
  readonly command: readonly string[]
  readonly env?: Environment
  /** Whether the server keeps its data in a folder, which outlives `kill` and `start`. */
  readonly hasFolder?: boolean
}

export interface Ending {
  readonly code: number | null
  readonly signal: string | null
  readonly output: string
}

const KEPT_OUTPUT = 16_384
const READY_MS = 120_000

/** A server in a process of its own, with a private temporary folder. */
export class ServerProcess {
  readonly #options: ServerOptions
  readonly #root = mkdtempSync(join(tmpdir(), 'dam-sandbox-fuzz-'))
  #child: ChildProcess | undefined
  #isEnding = false
  /** The last output. */
  output = ''
  url = ''
  /** Called when the process ends though nothing asked it to. */
  onCrash: (ending: Ending) => void = () => undefined

  readonly #clean = (): void => {
    this.#child?.kill('SIGKILL')
    rmSync(this.#root, { recursive: true, force: true })
  }

  constructor(options: ServerOptions) {
    this.#options = options
    // However the testers end, nothing of theirs stays.
    process.once('exit', this.#clean)
  }

  get pid(): number {
    return this.#child?.pid ?? 0
  }

  get address(): Address {
    const { hostname, port } = new URL(this.url)
    return { hostname, port: Number(port) }
  }

  /** Every address on which it listens. */
  get listeners(): Address[] {
    return listenersOf(this.pid)
  }

  /** The files that it writes for calls, and removes or moves with them. */
  countTemporaryFiles(): number {
    const names = readdirSync(this.#root, { recursive: true, encoding: 'utf8' })
    return names.filter((name) => /(^|\/)unfinished\/./.test(name)).length
  }

  get folder(): string {
    return join(this.#root, 'data')
  }

  get isRunning(): boolean {
    const child = this.#child
    return child !== undefined && child.exitCode === null && child.signalCode === null
  }

  /** Starts it without waiting until it listens. */
  launch(env: Environment = {}): void {
    const [program = '', ...args] = this.#options.command
    const TMPDIR = join(this.#root, 'tmp')
    mkdirSync(TMPDIR, { recursive: true })
    this.#isEnding = false
    this.url = ''
    this.output = ''
    const child = spawn(program, args, {
      env: {
        PATH: '/usr/local/bin:/usr/bin:/bin',
        TMPDIR,
        ...EVERY_PORT,
        SANDBOX_LOG: 'error',
        SANDBOX_LOG_FORMAT: 'pretty',
        ...(this.#options.hasFolder && { SANDBOX_DATA: this.folder }),
        ...this.#options.env,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child = child
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.output = (this.output + text).slice(-KEPT_OUTPUT)
        this.url ||= /listens on (http:\S+)/.exec(this.output)?.[1] ?? ''
      })
    child.once('close', (code, signal) => {
      if (!this.#isEnding && this.#child === child)
        this.onCrash({ code, signal, output: this.output })
    })
  }

  /** Starts it and waits until it listens. */
  async start(env: Environment = {}): Promise<void> {
    this.launch(env)
    const end = performance.now() + READY_MS
    while (this.url === '') {
      if (!this.isRunning || performance.now() > end)
        throw new Error(`the server did not start: ${this.output.slice(-2_000)}`)
      await pause(5)
    }
  }

  /** Kills it without warning, as a loss of power would, or asks it to stop. */
  async kill(signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<void> {
    this.#isEnding = true
    if (!this.#child || !this.isRunning) return
    const closed = once(this.#child, 'close')
    this.#child.kill(signal)
    await closed
  }

  async dispose(): Promise<void> {
    await this.kill()
    process.removeListener('exit', this.#clean)
    this.#clean()
  }
}

/** What a process uses: resident memory in MiB and open descriptors; 0 when it has ended. */
export const usageOf = (pid: number): { residentMiB: number; descriptors: number } => {
  try {
    const [, kib] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    const descriptors = readdirSync(`/proc/${pid}/fd`).length
    return { residentMiB: Math.round(Number(kib ?? 0) / 1_024), descriptors }
  } catch {
    return { residentMiB: 0, descriptors: 0 }
  }
}
