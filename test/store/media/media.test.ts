import { getEventListeners } from 'node:events'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type FileAsker, type FileFacts, Media } from '#src/store/media/media.ts'
import { type StandInWorker, standInWorker } from '#test/kit/media-worker.ts'
import { fileOf } from '#test/store/media/media-kit.ts'

type Options = ConstructorParameters<typeof Media>[1]

const PATIENT: Options = { timeoutMs: 20_000, idleMs: 20_000 }

interface Reader {
  worker: StandInWorker
  media: Media
  read(text: string, asker?: FileAsker, name?: string): Promise<FileFacts>
}

const open = (options: Options = {}): Reader => {
  const worker = standInWorker()
  const media = new Media(worker, { ...PATIENT, ...options })
  onTestFinished(() => media.close())
  const read: Reader['read'] = (text, asker = {}, name = 'a.html') =>
    media.readFacts(fileOf(text), { name }, { digest: text, ...asker })
  return { worker, media, read }
}

describe('files', () => {
  test('are read in one process, in the order of their requests', async () => {
    const { worker, read } = open()
    const all = ['wait 1', 'wait 2', 'quick'].map((text) => read(text))
    await expect.poll(worker.asked).toEqual(['detect wait 1'])
    worker.answerWaiting()
    const pids = (await Promise.all(all)).map(({ wordNum }) => wordNum)
    expect(worker.asked().filter((line) => line.startsWith('detect'))).toEqual([
      'detect wait 1',
      'detect wait 2',
      'detect quick',
    ])
    expect(new Set(pids).size).toBe(1)
  })

  test('are refused when too many wait', async () => {
    const { worker, read } = open({ maxWaiting: 1 })
    const first = read('wait 1')
    await expect.poll(worker.asked).toHaveLength(1)
    const second = read('wait 2')
    await expect(read('wait 3')).rejects.toMatchObject({ code: '90000016' })
    worker.answerWaiting()
    expect(await Promise.all([first, second])).toHaveLength(2)
  })

  test('are unreadable after the end, also those that wait for it', async () => {
    const { worker, media, read } = open()
    const waiting = [read('hang'), read('quick')]
    await expect.poll(worker.asked).toHaveLength(1)
    await media.close()
    for (const facts of [...(await Promise.all(waiting)), await read('quick')])
      expect(facts).toMatchObject({ isReadable: false })
    await media.close()
  })
})

describe('a file', () => {
  test('is measured once for all its names', async () => {
    const { worker, read } = open()
    await read('quick')
    await read('quick', {}, 'other.html')
    expect(worker.asked()).toEqual(['detect quick', 'measure quick', 'detect quick'])
  })

  test('is not tried again after a timeout, under any name', async () => {
    const { worker, read } = open({ timeoutMs: 300 })
    expect(await read('hang')).toMatchObject({ isReadable: false })
    expect(await read('hang', {}, 'b.html')).toMatchObject({ isReadable: false })
    expect(worker.asked()).toEqual(['detect hang'])
    expect(await read('quick')).toMatchObject({ isReadable: true })
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

  test('keeps no listener, timer or process', async () => {
    const timers = (): number => countOf('Timeout')
    const before = { processes: countOf('ProcessWrap'), timers: timers() }
    const { worker, media, read } = open()
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
