import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { fileBytes, owned } from '#src/kernel/owned-stream.ts'

describe('a stream with an owner', () => {
  test('is destroyed when its owner ends, also where that was before', async () => {
    for (const isLate of [true, false]) {
      const owner = new AbortController()
      if (isLate) owner.abort()
      const onClose = vi.fn()
      const stream = owned(new PassThrough(), owner.signal, onClose)
      owner.abort()
      expect(stream.destroyed).toBe(true)
      await expect.poll(() => onClose.mock.calls.length).toBe(1)
    }
  })

  test('keeps an error for the reader that comes later', async () => {
    const stream = owned(new PassThrough(), new AbortController().signal)
    stream.destroy(new Error('too early'))
    await setImmediate()
    await expect(text(stream)).rejects.toThrow('too early')
  })
})

describe('the bytes of a file', () => {
  const fileOf = (content: string): string => {
    const folder = mkdtempSync(join(tmpdir(), 'bytes-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const path = join(folder, 'file')
    writeFileSync(path, content)
    return path
  }

  const countDescriptors = (): number => readdirSync('/proc/self/fd').length

  test('are read from a place to another', async () => {
    expect(await text(fileBytes(fileOf('0123456789'), { start: 2, end: 5 }))).toBe('2345')
  })

  test('open nothing before they are asked for, and leave nothing open behind a loop that ends early', async () => {
    const path = fileOf('x'.repeat(1_000_000))
    const before = countDescriptors()
    const unread = Array.from({ length: 20 }, () => fileBytes(path))
    for (let count = 0; count < 20; count += 1)
      for await (const _chunk of fileBytes(path, { highWaterMark: 1_000 })) break
    await expect.poll(countDescriptors).toBeLessThanOrEqual(before + 1)
    expect(unread).toHaveLength(20)
  })

  test('that cannot be read fail the loop that asks for them', async () => {
    const missing = fileBytes('/no/such/file')
    await setImmediate()
    await expect(missing.next()).rejects.toMatchObject({ code: 'ENOENT' })
  })
})
