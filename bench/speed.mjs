// Each operation by 32 connections at once, in turn with a write, beside a bare Fastify that sends the same bytes: microseconds a call,
// and how many times that of the bare one.
import { join } from 'node:path'
import { callFor, openConnections, requestText } from './keep-alive.mjs'
import { operationCalls } from './operation-calls.mjs'
import { resetServer, startProgram, startServer } from './server.mjs'
import { median } from './spread.mjs'

const CONNECTIONS = 32
/** The servers are called in turn for so long, so that a slow minute of the machine meets both. */
const SLICE_MS = 250
const WARM_SLICES = 4
const SLICES = 8
/** Stores one row that no read answers, so that the answers stay the same. */
const WRITE = 'E3'

const answerOf = async (url, { path, headers, body }) =>
  (await fetch(url + path, { method: 'POST', headers, body })).json()

const giveAnswer = async (bare, path, answer) => {
  const body = JSON.stringify({ path, answer })
  const headers = { 'content-type': 'application/json' }
  await fetch(`${bare.url}/answers`, { method: 'PUT', headers, body })
}

/** One round; a call that is refused when it is repeated is left out. */
export const measure = async ({ root }) => {
  const server = await startServer({ root })
  const bare = await startProgram(join(import.meta.dirname, 'bare-fastify.mjs'))
  const calls = await operationCalls(server.url)
  const write = calls.find(({ id }) => id === WRITE)
  const own = await openConnections(server.url, CONNECTIONS)
  const others = await openConnections(bare.url, CONNECTIONS)
  const found = {}
  const times = []
  for (const call of calls) {
    await resetServer(server.url)
    for (const one of [call, write])
      await giveAnswer(bare, one.path, await answerOf(server.url, one))
    // The answers of E19 and E20 are no envelopes.
    const { code = '0' } = Object(await answerOf(server.url, call))
    if (code !== '0') continue
    const texts = [call, write].map(requestText)
    const spanOf = async (connections) =>
      (SLICE_MS * 1_000) / (await callFor(connections, texts, SLICE_MS))
    const spans = { own: [], bare: [] }
    for (let slice = -WARM_SLICES; slice < SLICES; slice += 1) {
      const span = { own: await spanOf(own), bare: await spanOf(others) }
      if (slice < 0) continue
      spans.own.push(span.own)
      spans.bare.push(span.bare)
    }
    const [ownUs, bareUs] = [median(spans.own), median(spans.bare)]
    found[`${call.id} and ${WRITE}, us`] = ownUs
    found[`${call.id} and ${WRITE} / bare`] = ownUs / bareUs
    times.push(ownUs / bareUs)
  }
  for (const { close } of [...own, ...others]) close()
  await Promise.all([server.stop(), bare.stop()])
  return { ...found, 'median / bare': median(times), 'highest / bare': Math.max(...times) }
}
