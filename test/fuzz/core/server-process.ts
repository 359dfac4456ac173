import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Address } from './connection.ts'

/** What a server is started with. */
export interface ServerOptions {
  /** Program and arguments. */
  readonly command: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Whether the server keeps its data in a folder, which outlives `kill` and `restart`. */
  readonly hasFolder?: boolean
}

/** How a process ended. */
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
  #output = ''
  #url: URL | undefined
  #isEnding = false
  /** Called when the process ends though nobody asked it to. */
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
    return { hostname: this.#url?.hostname ?? '', port: Number(this.#url?.port) }
  }

  get url(): string {
    return this.#url?.origin ?? ''
  }

  /** The folder of the data. */
  get folder(): string {
    return join(this.#root, 'data')
  }

  /** The last output. */
  get output(): string {
    return this.#output
  }

  get isRunning(): boolean {
    const child = this.#child
    return child !== undefined && child.exitCode === null && child.signalCode === null
  }

  /** Starts it without waiting until it listens. */
  launch(env: Readonly<Record<string, string>> = {}): void {
    const [program = '', ...args] = this.#options.command
    mkdirSync(join(this.#root, 'tmp'), { recursive: true })
    this.#isEnding = false
    this.#output = ''
    this.#url = undefined
    const child = spawn(program, args, {
      env: {
        PATH: '/usr/local/bin:/usr/bin:/bin',
        TMPDIR: join(this.#root, 'tmp'),
        SANDBOX_PORT: '0',
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
        this.#output = (this.#output + text).slice(-KEPT_OUTPUT)
      })
    child.once('close', (code, signal) => {
      if (!this.#isEnding && this.#child === child)
        this.onCrash({ code, signal, output: this.#output })
    })
  }

  /** Starts it and waits until it listens. */
  async start(env: Readonly<Record<string, string>> = {}): Promise<void> {
    this.launch(env)
    await this.ready()
  }

  /** Waits until it listens; fails when it ends before. */
  async ready(): Promise<void> {
    const end = performance.now() + READY_MS
    while (this.isRunning && performance.now() < end) {
      const [, url] = /listens on (http:\S+)/.exec(this.#output) ?? []
      if (url !== undefined) {
        this.#url = new URL(url)
        return
      }
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    throw new Error(`the server did not start: ${this.#output.slice(-2_000)}`)
  }

  /** Kills it without warning, as a loss of power would. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL')
  }

  /** Asks it to stop; answers how it ended. */
  stop(): Promise<Ending> {
    return this.#end('SIGTERM')
  }

  /** Kills it and removes its folder. */
  async dispose(): Promise<void> {
    await this.kill()
    process.removeListener('exit', this.#clean)
    this.#clean()
  }

  async #end(signal: 'SIGKILL' | 'SIGTERM'): Promise<Ending> {
    const child = this.#child
    this.#isEnding = true
    if (child && this.isRunning) {
      const closed = once(child, 'close')
      child.kill(signal)
      await closed
    }
    return {
      code: child?.exitCode ?? null,
      signal: child?.signalCode ?? null,
      output: this.#output,
    }
  }
}

/** Resident memory of a process in MiB; 0 when it has ended or the system does not say. */
export const residentMiB = (pid: number): number => {
  try {
    const [, kib] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Math.round(Number(kib ?? 0) / 1_024)
  } catch {
    return 0
  }
}

/** How many descriptors a process has open. */
export const descriptorsOf = (pid: number): number => {
  try {
    return readdirSync(`/proc/${pid}/fd`).length
  } catch {
    return 0
  }
}
