// Each operation by 32 connections at once, half of them with a write, in turn with a bare Fastify that sends the same bytes:
// microseconds a call, and how many times that of the bare one.
import { join } from 'node:path'
import { openConnection, requestText } from './keep-alive.mjs'
import { operationCalls } from './operation-calls.mjs'
import { resetServer, startProgram, startServer } from './server.mjs'
import { median } from './spread.mjs'

const CONNECTIONS = 32
/** Batches of each operation; as many more before only warm up. */
const BATCHES = 150
/** Stores one row that no read answers, so that the answers stay the same. */
const WRITE = 'E3'

const openAll = ({ url }) => {
  const port = Number(new URL(url).port)
  return Promise.all(Array.from({ length: CONNECTIONS }, () => openConnection(port)))
}

/** Sends a request on every connection, and waits for all answers; returns microseconds for each. */
const sendBatch = async (connections, texts) => {
  const begun = performance.now()
  const sent = connections.map(({ send }, index) => send(texts[index % texts.length]))
  const wrong = (await Promise.all(sent)).find(({ status }) => status !== 200)
  if (wrong) throw new Error(wrong.head)
  return ((performance.now() - begun) * 1_000) / connections.length
}

const answerOf = async (url, { path, headers, body }) =>
  (await fetch(url + path, { method: 'POST', headers, body })).json()

const giveAnswer = async (bare, path, answer) => {
  const body = JSON.stringify({ path, answer })
  const headers = { 'content-type': 'application/json' }
  await fetch(`${bare.url}/answers`, { method: 'PUT', headers, body })
}

/** One round; calls that cannot be repeated, and those of the portal, which are signed, are left out. */
export const measure = async ({ root }) => {
  const server = await startServer({ root })
  const bare = await startProgram(join(import.meta.dirname, 'bare-fastify.mjs'))
  const calls = await operationCalls(server.url)
  const write = calls.find(({ id }) => id === WRITE)
  const [own, others] = await Promise.all([openAll(server), openAll(bare)])
  const found = {}
  const times = []
  for (const call of calls) {
    await resetServer(server.url)
    for (const one of [call, write]) {
      const answer = await answerOf(server.url, one)
      await giveAnswer(bare, one.path, answer)
    }
    // The answers of E19 and E20 are no envelopes.
    const { code = '0' } = Object(await answerOf(server.url, call))
    if (code !== '0') continue
    const texts = [call, write].map(requestText)
    const spans = { own: [], bare: [] }
    for (let batch = -BATCHES; batch < BATCHES; batch += 1) {
      const span = { own: await sendBatch(own, texts), bare: await sendBatch(others, texts) }
      if (batch < 0) continue
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
