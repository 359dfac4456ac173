// A lean client: requests of ready text on kept connections, each sent when the answer before is there, at a small part of the cost of `fetch`.
import { connect } from 'node:net'

/** The text of a request; `body` is text, or undefined. */
export const requestText = ({ method = 'POST', path, headers, body }) => {
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
  const all = { host: 'localhost', ...headers, ...length }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`
}

/** Where the body of the answer at the start of what has arrived lies; undefined where it is not whole. */
const findAnswer = (bytes) => {
  const start = bytes.indexOf('\r\n\r\n') + 4
  if (start < 4) return undefined
  const head = bytes.toString('latin1', 0, start)
  const status = Number(head.slice(9, 12))
  const length = /content-length: (\d+)/i.exec(head)?.[1]
  if (length !== undefined || status === 204) {
    const end = start + Number(length ?? 0)
    return bytes.length < end ? undefined : { status, head, start, end, next: end }
  }
  const end = bytes.indexOf('0\r\n\r\n', start)
  return end < 0 ? undefined : { status, head, start, end, next: end + 5 }
}

/** One connection; `send` answers the status, the head and the bytes of the body. Every promise is refused once the connection is broken. */
export const openConnection = (port) =>
  new Promise((opened, fail) => {
    const socket = connect(port, '127.0.0.1')
    let arrived = Buffer.alloc(0)
    let waiting
    const refuse = (error) => {
      fail(error)
      waiting?.fail(error)
      waiting = undefined
    }
    const send = (text) =>
      new Promise((done, failed) => {
        if (socket.destroyed) return failed(new Error('the connection is closed'))
        waiting = { done, fail: failed }
        socket.write(text)
      })
    socket.setNoDelay(true)
    socket.on('error', refuse)
    socket.on('close', () => refuse(new Error('the server closed the connection')))
    socket.on('connect', () => opened({ send, close: () => socket.destroy() }))
    socket.on('data', (chunk) => {
      arrived = arrived.length > 0 ? Buffer.concat([arrived, chunk]) : chunk
      const answer = findAnswer(arrived)
      if (!answer) return
      const { status, head, start, end, next } = answer
      const body = arrived.subarray(start, end)
      arrived = arrived.subarray(next)
      const { done } = waiting
      waiting = undefined
      done({ status, head, body })
    })
  })

/** A number of connections to a server. */
export const openConnections = (url, count) => {
  const port = Number(new URL(url).port)
  return Promise.all(Array.from({ length: count }, () => openConnection(port)))
}

/** Sends requests in turn on all connections at once for a time; returns the number of answers. */
export const callFor = async (connections, texts, ms) => {
  const end = performance.now() + ms
  let calls = 0
  const callOn = async ({ send }) => {
    while (performance.now() < end) {
      const { status, head } = await send(texts[calls % texts.length])
      if (status !== 200) throw new Error(head)
      calls += 1
    }
  }
  await Promise.all(connections.map(callOn))
  return calls
}
