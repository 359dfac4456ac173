import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { Turns } from '#src/http/turns.ts'
import { LIMITS } from '#src/kernel/limits.ts'

const work = (): void => {
  const endsAt = performance.now() + LIMITS.turnMs.max
  while (performance.now() <= endsAt);
}

/** A connection without a request, as the queue sees it. */
const idle = (isForHealth = false) => {
  const connection = {
    isForHealth,
    isRead: true,
    hold: () => {
      connection.isRead = false
      return true
    },
    release: () => {
      connection.isRead = true
    },
  }
  return connection
}

describe('a turn of the event loop', () => {
  test('begins requests at once until it has worked for its time', async () => {
    const turns = new Turns()
    expect([turns.mayBegin(), turns.mayBegin()]).toEqual([true, true])
    work()
    expect(turns.mayBegin()).toBe(false)
    await setImmediate()
    expect(turns.mayBegin()).toBe(true)
  })

  test('begins those that wait in their order, health checks between them, while it has time', async () => {
    const turns = new Turns()
    const begun: string[] = []
    const wait = (name: string, isLong = false) =>
      turns.wait(() => {
        begun.push(name)
        if (isLong) work()
      }, name.startsWith('health'))
    for (const name of ['first', 'second']) wait(name)
    wait('long', true)
    for (const name of ['last', 'health 1', 'health 2']) wait(name)
    expect(begun).toEqual([])
    expect(turns.mayBegin()).toBe(false)
    await setImmediate()
    expect(begun).toEqual(['health 1', 'first', 'health 2', 'second', 'long'])
    expect(turns.mayBegin()).toBe(false)
    await setImmediate()
    expect(begun.slice(5)).toEqual(['last'])
    expect(turns.mayBegin()).toBe(true)
  })

  test('begins a few of many', async () => {
    const turns = new Turns()
    let begun = 0
    for (let count = 0; count < 100; count += 1)
      turns.wait(() => {
        begun += 1
      })
    await setImmediate()
    expect(begun).toBe(32)
    await expect.poll(() => begun).toBe(100)
  })

  test('counts the time of what a request leaves to do at once', async () => {
    let now = 1
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
    onTestFinished(() => clock.mockRestore())
    const turns = new Turns()
    let begun = 0
    const workLater = async () => {
      begun += 1
      for (let step = 0; step < 5; step += 1) await undefined
      now += LIMITS.turnMs.max
    }
    for (let count = 0; count < 3; count += 1) turns.wait(() => void workLater())
    await setImmediate()
    expect(begun).toBe(1)
    await setImmediate()
    expect(begun).toBe(2)
  })

  test('begins nothing that waits while connections come in, but for a time', async () => {
    let now = 1
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
    onTestFinished(() => clock.mockRestore())
    const turns = new Turns()
    let begun = 0
    const workLong = () => {
      begun += 1
      now += LIMITS.turnMs.max
    }
    for (let count = 0; count < 3; count += 1) turns.wait(workLong)
    await setImmediate()
    expect(begun).toBe(1)
    turns.accepted()
    await setImmediate()
    expect(begun).toBe(1)
    await setImmediate()
    expect(begun).toBe(2)
    turns.accepted()
    now += LIMITS.turnMs.max
    turns.accepted()
    await setImmediate()
    expect(begun).toBe(3)
  })

  test('reads for its time after work that was longer', async () => {
    let now = 1
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
    onTestFinished(() => clock.mockRestore())
    const turns = new Turns()
    const connection = idle()
    turns.connections.add(connection)
    const isReadAfter = (ms: number) => {
      now += ms
      turns.mayBegin()
      return connection.isRead
    }
    turns.wait(() => {
      now += 3 * LIMITS.turnMs.max
    })
    await setImmediate()
    expect(isReadAfter(0)).toBe(true)
    expect(isReadAfter(LIMITS.turnMs.max)).toBe(true)
    expect(isReadAfter(1)).toBe(false)
  })

  test('reads for its time behind what begun requests have left to do', async () => {
    let now = 1
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
    onTestFinished(() => clock.mockRestore())
    const turns = new Turns()
    const connection = idle()
    turns.connections.add(connection)
    const isReadAfter = (ms: number) => {
      now += ms
      turns.mayBegin()
      return connection.isRead
    }
    turns.wait(() => undefined)
    await setImmediate()
    expect(isReadAfter(5 * LIMITS.turnMs.max)).toBe(true)
    expect(isReadAfter(LIMITS.turnMs.max)).toBe(true)
    expect(isReadAfter(1)).toBe(false)
  })

  test('begins some of many that come at once, whose asynchronous parts may be long', async () => {
    const turns = new Turns()
    const begun = Array.from({ length: 100 }, () => turns.mayBegin())
    expect(begun.filter((mayBegin) => mayBegin)).toHaveLength(16)
    await setImmediate()
    expect(turns.mayBegin()).toBe(true)
  })

  test('begins other requests also under health checks without end', async () => {
    const turns = new Turns()
    let checks = 0
    let others = 0
    for (let count = 0; count < 100; count += 1)
      turns.wait(() => {
        checks += 1
      }, true)
    turns.wait(() => {
      others += 1
    })
    await setImmediate()
    expect([checks, others]).toEqual([32, 1])
  })

  test('reads no idle connection after twice its time, and reads them all in the next', async () => {
    const turns = new Turns()
    const connections = [idle(), idle()]
    for (const connection of connections) turns.connections.add(connection)
    const areRead = () => connections.map(({ isRead }) => isRead)
    turns.mayBegin()
    expect(areRead()).toEqual([true, true])
    work()
    work()
    turns.mayBegin()
    expect(areRead()).toEqual([false, false])
    await setImmediate()
    expect(areRead()).toEqual([true, true])
  })

  test('reads first those that asked for health, then the newest', async () => {
    const turns = new Turns()
    const read: string[] = []
    for (const name of ['old', 'old health', 'new', 'newest']) {
      const connection = idle(name.endsWith('health'))
      turns.connections.add({ ...connection, release: () => read.push(name) })
    }
    turns.mayBegin()
    work()
    work()
    turns.mayBegin()
    await setImmediate()
    expect(read).toEqual(['old health', 'newest', 'new', 'old'])
  })

  test('keeps the asynchronous context of what waits', async () => {
    const turns = new Turns()
    const context = new AsyncLocalStorage<string>()
    const seen: (string | undefined)[] = []
    const wait = () => turns.wait(() => seen.push(context.getStore()))
    context.run('first', wait)
    context.run('second', wait)
    await expect.poll(() => seen).toEqual(['first', 'second'])
  })

  test('goes on after a request that throws', async () => {
    const errors: unknown[] = []
    const keep = (error: unknown) => void errors.push(error)
    const others = process.listeners('uncaughtException')
    process.removeAllListeners('uncaughtException').once('uncaughtException', keep)
    onTestFinished(() => {
      for (const other of others) process.on('uncaughtException', other)
    })
    const turns = new Turns()
    const begun: string[] = []
    turns.wait(() => {
      throw new Error('a request')
    })
    turns.wait(() => begun.push('next'))
    await expect.poll(() => begun).toEqual(['next'])
    expect(errors).toHaveLength(1)
  })
})
