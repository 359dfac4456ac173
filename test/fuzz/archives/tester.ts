import { create, type Tenant } from '../calls/stage.ts'
import { Connection } from '../core/connection.ts'
import { type Judgement, judge } from '../core/judge.ts'
import { LagWatch } from '../core/lag-watch.ts'
import { randomFor } from '../core/random.ts'
import type { FuzzRequest } from '../core/request.ts'
import { isOver, lastErrors, type Run, startWatched, type Tester } from '../core/run.ts'
import type { ServerProcess } from '../core/server-process.ts'
import { exercise } from './exercise.ts'
import { makeOddArchive } from './odd-archive.ts'

const DEFAULT_ARCHIVES = 2_000
/** After so many ends of the server there is enough to do. */
const MAX_STARTS = 20
/** An import of a megabyte that takes longer is one that never answers. */
const IMPORT_DUE_MS = 20_000
const SHORT_IMPORT_DUE_MS = 3_000

/** Imports changed exports, and uses what was taken. */
export const archives: Tester = async (run) => {
  let index = run.options.from
  const last = index + (run.options.requests ?? DEFAULT_ARCHIVES)
  let requests = 0
  let taken = 0
  const lines: string[] = []
  for (let starts = 0; starts < MAX_STARTS && index < last && !isOver(run); starts += 1) {
    const connections: Connection[] = []
    const at = { index }
    const server = await startWatched(run, {
      hasFolder: true,
      connections: () => connections,
      index: () => at.index,
    })
    const watch = new LagWatch(run, server)
    try {
      const tester = await ArchiveRound.prepare(run, server, watch)
      connections.push(tester.connection)
      for (; at.index < last && !isOver(run) && server.isRunning; at.index += 1) {
        if (await tester.tryArchive(at.index)) taken += 1
        if (at.index % 10 === 0) run.progress(`${at.index} archives, ${taken} taken`)
      }
      requests += tester.requests
      lines.push(await watch.close())
      tester.connection.close()
    } finally {
      index = Math.max(at.index, index + 1)
      await server.dispose()
    }
  }
  const count = index - run.options.from
  return { requests, lines: [`${count} archives, ${taken} taken, ${requests} requests`, ...lines] }
}

class ArchiveRound {
  readonly #run: Run
  readonly #server: ServerProcess
  readonly #watch: LagWatch
  readonly #tenant: Tenant
  readonly #base: Buffer
  readonly connection: Connection
  requests = 0

  private constructor(
    run: Run,
    server: ServerProcess,
    watch: LagWatch,
    tenant: Tenant,
    base: Buffer,
  ) {
    this.#run = run
    this.#server = server
    this.#watch = watch
    this.#tenant = tenant
    this.#base = base
    this.connection = new Connection(server.address)
  }

  static async prepare(run: Run, server: ServerProcess, watch: LagWatch): Promise<ArchiveRound> {
    const tenant = await create(server.url, { seed: 'minimal' }, false)
    const round = new ArchiveRound(run, server, watch, tenant, Buffer.alloc(0))
    // All tables have rows once every operation was called.
    await exercise(tenant, (request) =>
      round.#send(request, run.options.from, 'the unchanged seed'),
    )
    const exported = await fetch(`${server.url}/_sandbox/export?workspace=${tenant.id}`)
    const base = Buffer.from(await exported.arrayBuffer())
    round.connection.close()
    return new ArchiveRound(run, server, watch, tenant, base)
  }

  /** Imports one changed archive; answers whether it was taken. */
  async tryArchive(index: number): Promise<boolean> {
    const { what, bytes } = makeOddArchive(
      this.#base,
      randomFor(this.#run.options.seed, 'archives', index),
    )
    const request: FuzzRequest = {
      method: 'PUT',
      path: `/_sandbox/export?workspace=${this.#tenant.id}`,
      headers: [['Content-Type', 'application/x-tar']],
      body: bytes,
      patienceMs: this.#run.options.isShort ? SHORT_IMPORT_DUE_MS : IMPORT_DUE_MS,
    }
    const outcome = await this.connection.send(request)
    this.requests += 1
    if (outcome.kind === 'cut' && outcome.why === 'left')
      this.#report(index, { kind: 'silence', text: `no answer to an import (${what})` }, request)
    const wrong = judge(request, outcome)
    if (wrong) this.#report(index, wrong, request, what)
    if (outcome.kind === 'cut' || outcome.status >= 300) return false
    await exercise(this.#tenant, (one) => this.#send(one, index, what))
    return true
  }

  async #send(request: FuzzRequest, index: number, what: string): Promise<unknown> {
    if (!this.#server.isRunning) return undefined
    const startedAt = performance.now()
    const outcome = await this.connection.send(request)
    this.#watch.note(request, startedAt)
    this.requests += 1
    const wrong = judge(request, outcome)
    if (wrong) this.#report(index, wrong, request, what)
    if (outcome.kind === 'cut' || outcome.sizeBytes > 1_000_000) return undefined
    try {
      return JSON.parse(outcome.body.toString())
    } catch {
      return undefined
    }
  }

  #report(index: number, wrong: Judgement, request: FuzzRequest, what = ''): void {
    this.#run.findings.add({
      ...wrong,
      tester: this.#run.tester,
      seed: this.#run.options.seed,
      index,
      request,
      detail: `after an import with ${what}\n${lastErrors(this.#server)}`,
    })
  }
}
