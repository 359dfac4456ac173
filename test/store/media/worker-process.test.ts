import { describe, expect, onTestFinished, test } from 'vitest'
import { harmlessEnvironment } from '#src/config/environment.ts'
import { WorkerProcess, type WorkerProgram } from '#src/store/media/worker-process.ts'
import { fileOf, makePicture, openMedia } from '#test/store/media/media-kit.ts'

/** A worker program whose line runs for each message. */
const workerOf = (line: string): string =>
  fileOf(
    `process.on('message', ({ kind, given }) => { ${line} }); process.send({ ready: true })`,
    'worker.mjs',
  )

interface Options {
  timeoutMs?: number
  idleMs?: number
  environment?: Record<string, string>
}

/** A process of which only answers are seen. */
class OneWorker {
  readonly #process: WorkerProcess

  constructor(program: WorkerProgram, limits: Options) {
    this.#process = new WorkerProcess(program, { ...LIMITS, ...limits })
  }

  set onUnavailable(listener: () => void) {
    this.#process.onUnavailable = listener
  }

  async ask(kind: string, given: object): Promise<string | undefined> {
    const outcome = await this.#process.exchange({ kind, given })
    return typeof outcome === 'object' ? String(outcome.answer) : undefined
  }

  close(): Promise<void> {
    return this.#process.close()
  }
}

const start = (line: string, options: Options = {}): OneWorker => {
  const { timeoutMs = 20_000, idleMs = 20_000, environment = {} } = options
  const worker = new OneWorker({ file: workerOf(line), environment }, { timeoutMs, idleMs })
  onTestFinished(() => worker.close())
  return worker
}

const LIMITS = { timeoutMs: 20_000, idleMs: 20_000, maxResidentBytes: 512e6 }

const PID = 'process.send({ answer: String(process.pid) })'
const detect = (path = '') => ({ path, hint: { name: '' } })

const isRunning = (pid: string | undefined): boolean => {
  try {
    return process.kill(Number(pid), 0)
  } catch {
    return false
  }
}

describe('WorkerProcess', () => {
  test('runs with the given environment only', async () => {
    const names = "process.send({ answer: Object.keys(process.env).sort().join(' ') })"
    const worker = start(names, { environment: { LANG: 'C' } })
    const seen = await worker.ask('detect', detect())
    expect(
      String(seen)
        .replaceAll(/\bNODE_CHANNEL_\w+ ?/g, '')
        .trim(),
    ).toBe('LANG')
  })

  test('reports once that its program cannot run, and not that a message ended it', async () => {
    const reported: string[] = []
    const watch = (name: string, worker: OneWorker) => {
      worker.onUnavailable = () => reported.push(name)
      return worker
    }
    for (const program of [
      fileOf('process.exit(1)'),
      fileOf('process.abort()'),
      '/there/is/none',
    ]) {
      const unavailable = watch(
        'unavailable',
        new OneWorker({ file: program, environment: {} }, LIMITS),
      )
      for (let count = 0; count < 2; count += 1)
        expect(await unavailable.ask('detect', detect())).toBeUndefined()
    }
    for (const end of [
      "process.kill(process.pid, 'SIGKILL')",
      'process.exit(1)',
      'process.abort()',
    ]) {
      const useful = watch('useful', start(end))
      expect(await useful.ask('detect', detect())).toBeUndefined()
    }
    const closed = watch('closed', start(PID))
    const asked = closed.ask('detect', detect())
    await closed.close()
    expect(await asked).toBeUndefined()
    expect(reported).toEqual(['unavailable', 'unavailable', 'unavailable'])
  })

  test('replaces a process that hangs', async () => {
    const worker = start(`if (given.path !== 'hang') ${PID}; else for (;;) {}`, { timeoutMs: 2000 })
    const first = await worker.ask('detect', detect())
    expect(await worker.ask('detect', detect('hang'))).toBeUndefined()
    const second = await worker.ask('detect', detect())
    expect(second).toMatch(/^\d+$/)
    expect(second).not.toBe(first)
    await expect.poll(() => isRunning(first)).toBe(false)
  })

  test.each(['process.abort()', 'process.exit(0)', 'throw new Error()', 'process.disconnect()'])(
    'replaces a process that ends by %s',
    async (end) => {
      const worker = start(`if (given.path !== 'end') ${PID}; else ${end}`)
      expect(await worker.ask('detect', detect('end'))).toBeUndefined()
      expect(await worker.ask('detect', detect())).toMatch(/^\d+$/)
    },
  )

  test('replaces a process that is out of memory', async () => {
    const fill = 'const all = []; for (;;) all.push(new Array(1e6).fill(0.5))'
    const worker = start(`if (given.path !== 'fill') ${PID}; else { ${fill} }`)
    expect(await worker.ask('detect', detect('fill'))).toBeUndefined()
    expect(await worker.ask('detect', detect())).toMatch(/^\d+$/)
  })

  test.skipIf(process.platform !== 'linux')(
    'ends a process with too much memory outside its heap, also when it is blocked',
    async () => {
      const fill = 'globalThis.all = Buffer.alloc(200e6, 1); for (;;) {}'
      const program = {
        file: workerOf(`if (given.path !== 'fill') ${PID}; else { ${fill} }`),
        environment: {},
      }
      const limits = { ...LIMITS, maxResidentBytes: 150e6 }
      const worker = new WorkerProcess(program, limits)
      onTestFinished(() => worker.close())
      const ask = (path: string) => worker.exchange({ kind: 'detect', given: detect(path) })
      const first = await ask('')
      expect(await ask('fill')).toBe('ended')
      const second = await ask('')
      expect([first, second]).toEqual([
        { answer: expect.anything() },
        { answer: expect.anything() },
      ])
      expect(second).not.toEqual(first)
    },
  )

  test('replaces a process that ended between two messages', async () => {
    const worker = start(PID)
    const first = await worker.ask('detect', detect())
    process.kill(Number(first), 'SIGKILL')
    await expect.poll(() => isRunning(first)).toBe(false)
    await expect.poll(() => worker.ask('detect', detect())).toMatch(/^\d+$/)
  })

  test('starts again after an idle process has ended', async () => {
    const worker = start(PID, { idleMs: 1 })
    const first = await worker.ask('detect', detect())
    await expect.poll(() => isRunning(first)).toBe(false)
    expect(await worker.ask('detect', detect())).not.toBe(first)
  })
})

describe('Media', () => {
  test('reports files as unreadable without a worker', async () => {
    const media = openMedia('/there/is/none.cjs')
    const facts = await media.readFacts(fileOf('a'), { name: 'a.txt' })
    expect(facts).toMatchObject({ mediaType: 'application/octet-stream', isReadable: false })
    expect(await makePicture(media, fileOf('a'), { width: 10, height: 10 })).toBeUndefined()
    const box = { width: 10, height: 10 }
    expect(await media.makeCard('picture', box)).toMatchObject({ width: 1, mediaType: 'image/png' })
  })

  test('detects the type of a file when measuring it takes too long', async () => {
    const line = `if (kind === 'detect') process.send({ answer: 'application/pdf' })`
    const media = openMedia(workerOf(line), 500)
    expect(await media.readFacts(fileOf('a'), { name: 'a' })).toEqual({
      mediaType: 'application/pdf',
      width: null,
      height: null,
      orientation: 1,
      durationMs: null,
      wordNum: null,
      isReadable: false,
    })
  })
})

describe('the environment of the worker', () => {
  test('has what programs need of a system, and no settings or secrets', () => {
    const needed = { PATH: '/bin', HOME: '/home', LC_ALL: 'C', FONTCONFIG_PATH: '/fonts' }
    const secret = { SANDBOX_ADMIN_KEY: 'a', CLOUD_SECRET_KEY: 'b', NODE_OPTIONS: '--inspect' }
    expect(harmlessEnvironment({ ...secret, ...needed })).toEqual(needed)
  })
})
