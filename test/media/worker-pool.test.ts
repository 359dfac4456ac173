import { getEventListeners } from 'node:events'
import { describe, expect, onTestFinished, test } from 'vitest'
import { refuse } from '#src/errors/refusals.ts'
import { type FileAsker, type FileFacts, Media } from '#src/media/media.ts'
import type { PoolOptions } from '#src/media/worker-pool.ts'
import { type StandInWorker, standInWorker } from '#test/kit/media-worker.ts'
import { fileOf } from '#test/media/media-kit.ts'

const PATIENT: PoolOptions = { timeoutMs: 20_000, idleMs: 20_000, abandonedMs: 20_000 }
const BOX = { width: 10, height: 10 }

interface Reader {
  worker: StandInWorker
  media: Media
  /** The facts of a file of this text; its digest is the text. */
  read(text: string, asker?: FileAsker, name?: string): Promise<FileFacts>
}

const open = (options: PoolOptions = {}): Reader => {
  const worker = standInWorker()
  const media = new Media(worker, { ...PATIENT, ...options })
  onTestFinished(() => media.close())
  const read: Reader['read'] = (text, asker = {}, name = 'a.html') =>
    media.readFacts(fileOf(text), { name }, { digest: text, ...asker })
  return { worker, media, read }
}

const isRunning = (pid: number | null): boolean => {
  try {
    return process.kill(Number(pid), 0)
  } catch {
    return false
  }
}

describe('files of several workspaces', () => {
  test('are read while another workspace reads a slow one', async () => {
    const { worker, read } = open()
    const slow = ['wait 1', 'wait 2', 'wait 3'].map((text) => read(text, { workspace: 'a' }))
    await expect.poll(worker.asked).toEqual(['detect wait 1'])
    expect(await read('quick', { workspace: 'b' })).toMatchObject({ isReadable: true })
    expect(worker.asked()).toEqual(['detect wait 1', 'detect quick', 'measure quick'])
    worker.answerWaiting()
    expect(await Promise.all(slow)).toHaveLength(3)
  })

  test('wait for at most one turn of other workspaces', async () => {
    const { worker, read } = open()
    const slow = ['a', 'b', 'c'].flatMap((workspace) =>
      ['1', '2'].map((number) => read(`wait ${workspace}${number}`, { workspace })),
    )
    await expect.poll(worker.asked).toHaveLength(2)
    const answered: string[] = []
    const quick = read('quick', { workspace: 'd' }).then(() => answered.push('quick'))
    for (const one of slow) void one.then(({ wordNum }) => answered.push(`slow ${wordNum}`))
    worker.answerWaiting()
    await Promise.all([quick, ...slow])
    expect(answered.indexOf('quick')).toBeLessThanOrEqual(4)
  })

  test('are refused by workspace when too many wait', async () => {
    const { worker, read } = open({ waiting: { perOwner: 1, inAll: 3 } })
    const first = read('wait 1', { workspace: 'a' })
    await expect.poll(worker.asked).toHaveLength(1)
    const second = read('wait 2', { workspace: 'a' })
    await expect(read('wait 3', { workspace: 'a' })).rejects.toThrow(refuse.busyFiles())
    expect(await read('quick', { workspace: 'b' })).toMatchObject({ isReadable: true })
    worker.answerWaiting()
    expect(await Promise.all([first, second])).toHaveLength(2)
  })
})

describe('a file', () => {
  test('is read once for concurrent requests and measured once for all its names', async () => {
    const { worker, read } = open()
    const facts = [read('wait', { workspace: 'a' }), read('wait', { workspace: 'b' })]
    await expect.poll(worker.asked).toEqual(['detect wait'])
    worker.answerWaiting()
    expect(new Set(await Promise.all(facts)).size).toBe(1)
    await read('wait', {}, 'other.html')
    expect(worker.asked()).toEqual(['detect wait', 'measure wait', 'detect wait'])
  })

  test('is not tried again after a timeout, under any name and in any workspace', async () => {
    const { worker, read } = open({ timeoutMs: 300 })
    expect(await read('hang')).toMatchObject({ isReadable: false })
    expect(await read('hang', { workspace: 'b' }, 'b.html')).toMatchObject({ isReadable: false })
    expect(worker.asked()).toEqual(['detect hang'])
    expect(await read('quick')).toMatchObject({ isReadable: true })
  })

  test('is not shown again in the same size after a timeout', async () => {
    const { worker, media } = open({ timeoutMs: 300 })
    const path = fileOf('hang')
    const show = (box: typeof BOX) => media.tryPicture(path, box, { digest: 'hang' })
    expect(await show(BOX)).toBeUndefined()
    expect(await show(BOX)).toBeUndefined()
    expect(worker.asked()).toEqual(['picture hang'])
    expect(await show({ width: 5, height: 5 })).toBeUndefined()
    expect(worker.asked()).toHaveLength(2)
  })

  test('is tried twice when it ends the process', async () => {
    const { worker, read } = open()
    expect(await read('end')).toMatchObject({ isReadable: false })
    expect(await read('end', {}, 'b.html')).toMatchObject({ isReadable: false })
    expect(worker.asked()).toEqual(['detect end', 'detect end'])
  })

  test.skipIf(process.platform !== 'linux')(
    'is not tried again when it takes too much memory, in a process of its own too',
    async () => {
      const { worker, read } = open({ maxResidentBytes: 150e6 })
      expect(await read('fill')).toMatchObject({ isReadable: false })
      expect(await read('fill', {}, 'b.html')).toMatchObject({ isReadable: false })
      expect(worker.asked()).toEqual(['detect fill', 'detect fill'])
      expect(await read('quick')).toMatchObject({ isReadable: true })
    },
  )

  test('is tried again when its process ended for another reason', async () => {
    const { worker, read } = open()
    expect(await read('end once')).toMatchObject({ isReadable: true })
    expect(worker.asked()).toEqual(['detect end once', 'detect end once', 'measure end once'])
  })

  test('does not end the process with a message that cannot be sent', async () => {
    const { read, media } = open()
    const { wordNum: pid } = await read('quick')
    const hint = { name: Object as unknown as string }
    const unsendable = await media.readFacts(fileOf('a'), hint, {})
    expect(unsendable).toMatchObject({ isReadable: false })
    const kind = Object as unknown as string
    expect(await media.makeCard(kind, BOX)).toMatchObject({ width: 1 })
    expect(await read('other')).toMatchObject({ wordNum: pid })
  })
})

describe('a file whose caller has disconnected', () => {
  test('is not read when it was still waiting', async () => {
    const { worker, read } = open()
    const first = read('wait 1')
    await expect.poll(worker.asked).toHaveLength(1)
    const { signal, abort } = caller()
    const second = read('wait 2', { signal })
    abort()
    await expect(second).rejects.toThrow('aborted')
    await expect(read('wait 3', { signal })).rejects.toThrow('aborted')
    worker.answerWaiting()
    await first
    await read('quick')
    expect(worker.asked().filter((line) => /wait [23]/.test(line))).toEqual([])
  })

  test('ends the process that reads it', async () => {
    const { worker, read } = open({ abandonedMs: 0 })
    const { wordNum: pid } = await read('quick')
    const { signal, abort } = caller()
    const slow = read('hang', { signal })
    await expect.poll(worker.asked).toHaveLength(3)
    abort()
    await expect(slow).rejects.toThrow('aborted')
    await expect.poll(() => isRunning(pid)).toBe(false)
    expect(await read('other')).toMatchObject({ isReadable: true })
  })

  test('is read completely when another caller needs it', async () => {
    const { worker, read } = open({ abandonedMs: 0 })
    const { signal, abort } = caller()
    const dropped = read('wait', { signal, workspace: 'a' })
    const stayed = read('wait', { workspace: 'b' })
    await expect.poll(worker.asked).toEqual(['detect wait'])
    abort()
    await expect(dropped).rejects.toThrow('aborted')
    worker.answerWaiting()
    expect(await stayed).toMatchObject({ isReadable: true })
    expect(worker.asked()).toEqual(['detect wait', 'measure wait'])
  })

  test('keeps no listener, timer or process', async () => {
    const timers = (): number => countOf('Timeout')
    const before = { processes: countOf('ProcessWrap'), timers: timers() }
    const { worker, media, read } = open({ abandonedMs: 0 })
    const answered = caller()
    await read('quick', { signal: answered.signal })
    expect(getEventListeners(answered.signal, 'abort')).toEqual([])
    const callers = Array.from({ length: 20 }, caller)
    const reading = callers.map(({ signal }, at) => read(`hang ${at}`, { signal }))
    await expect.poll(worker.asked).toHaveLength(3)
    for (const { abort } of callers) abort()
    for (const one of reading) await expect(one).rejects.toThrow('aborted')
    for (const { signal } of callers) expect(getEventListeners(signal, 'abort')).toEqual([])
    await media.close()
    await expect.poll(() => countOf('ProcessWrap')).toBe(before.processes)
    await expect.poll(timers).toBeLessThanOrEqual(before.timers)
  })
})

const caller = (): { signal: AbortSignal; abort(): void } => {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}

const countOf = (kind: string): number =>
  process.getActiveResourcesInfo().filter((name) => name === kind).length
