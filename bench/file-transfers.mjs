// Files up, down and copied by streams of Node.js, each with an MD5 of the bytes.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

const agent = new Agent({ keepAlive: true })
/** Larger pieces than the default of 64 KiB, so that the copy is a fast one. */
const PIECE = { highWaterMark: 1_048_576 }

/** Sends a request and answers its response, with a body that is to be read. */
const send = async (method, url, body) => {
  const headers = body ? { 'content-length': body.length } : {}
  const sent = request(url, { method, agent, headers })
  sent.end(body)
  const [response] = await once(sent, 'response')
  if (response.statusCode !== 200)
    throw new Error(`${method} ${url} answers ${response.statusCode}`)
  return response
}

/** Sends the bytes of a part to its URL and answers the MD5 that the server names. */
export const putPart = async (url, bytes) => {
  const response = await send('PUT', url, bytes)
  response.resume()
  await once(response, 'end')
  return response.headers.etag
}

/** Fetches a file and answers the digest of its bytes. */
export const download = async (url, hash) => {
  const response = await send('GET', url)
  await pipeline(response, hash)
  return hash.digest('hex')
}

/** Writes a file from pieces that are made one after another. */
export const writeFile = async (path, pieces, pieceOf) => {
  const file = await open(path, 'w')
  for (let index = 0; index < pieces; index += 1) await file.write(pieceOf(index))
  await file.close()
}

/** Copies a file and answers the MD5 of its bytes. */
export const copyFile = async (from, to) => {
  const hash = createHash('md5')
  const hashed = new Transform({
    ...PIECE,
    transform(chunk, _encoding, done) {
      hash.update(chunk)
      done(undefined, chunk)
    },
  })
  await pipeline(createReadStream(from, PIECE), hashed, createWriteStream(to, PIECE))
  return hash.digest('hex')
}
