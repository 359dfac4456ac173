// What a read costs as the first one after a write, beside the same read repeated and bare Fastify with the same bytes: ours answers a
// repeated read from memory until anything is written to its workspace.
// node bench/after-writes.mjs [--operations E1,E8] [--rounds 3] [--pairs 2000] [--minutes 20] [--json]; Linux and a build

import { afterWriteRows, costsOf } from './after-writes-summary.mjs'
import { recordAnswers, resetServer } from './answers.mjs'
import { startContender } from './contenders.mjs'
import { grid } from './grid.mjs'
import { openConnection, requestText } from './keep-alive.mjs'
import { operationCalls } from './operation-calls.mjs'
import { readOptions } from './options.mjs'
import { processorSince } from './processor-time.mjs'
import { note, print, runBounded } from './run.mjs'

const options = readOptions(import.meta.url, {
  operations: { type: 'string' },
  rounds: { type: 'string', default: '3' },
  pairs: { type: 'string', default: '2000' },
  minutes: { type: 'string', default: '20' },
  json: { type: 'boolean', default: false },
})
const PAIRS = Number(options.pairs)
/** Stores one row that no read answers, so that the answers stay the same. */
const WRITE = 'E3'
/** The first read of a fresh process would otherwise pay for what the engine has not optimised yet, with bare Fastify most of all. */
const FIRST_WARM_UP = 5

/** Microseconds of processor time for all of the calls once; on one connection, so that each is there before the next is sent. */
const measure = async ({ url, pid }, calls, times) => {
  const { send, close } = await openConnection(Number(new URL(url).port))
  const texts = calls.map(requestText)
  const processor = processorSince(pid)
  for (let left = times; left > 0; left -= 1)
    for (const text of texts) {
      const { status, head } = await send(text)
      if (status !== 200) throw new Error(head)
    }
  const us = processor() / times / 1_000
  close()
  return us
}

/** Every measurement begins with the data of a reset. */
const measureOurs = async (server, calls, times) => {
  await resetServer(server.url)
  return measure(server, calls, times)
}

const measureRead = async ({ ours, fastify }, read, write, times = PAIRS) => ({
  repeated: await measureOurs(ours, [read], times),
  write: await measureOurs(ours, [write], times),
  pair: await measureOurs(ours, [write, read], times),
  fastify: await measure(fastify, [read], times),
})

const measureRound = async (round, samples, folder) => {
  const ours = await startContender('ours', undefined, folder)
  const fastify = await startContender('fastify', undefined, folder)
  const programs = { ours, fastify }
  const [write] = await operationCalls(ours.url, WRITE)
  const calls = await operationCalls(ours.url, options.operations)
  const reads = calls.filter(({ isRead }) => isRead)
  for (const [index, read] of reads.entries()) {
    note(`after-writes: round ${round}, ${read.id}`)
    await measureRead(programs, read, write, PAIRS * (index === 0 ? FIRST_WARM_UP : 1))
    samples[read.id] ??= []
    samples[read.id].push(await measureRead(programs, read, write))
  }
  await ours.stop()
  await fastify.stop()
}

await runBounded('after-writes', Number(options.minutes), async (folder) => {
  await recordAnswers(folder)
  const samples = {}
  for (let round = 1; round <= Number(options.rounds); round += 1)
    await measureRound(round, samples, folder)
  const result = { write: WRITE, rounds: Number(options.rounds), calls: costsOf(samples) }
  print(options.json, result, (found) => grid(afterWriteRows(found)))
})
