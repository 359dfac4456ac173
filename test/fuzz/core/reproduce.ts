import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { encodeRequest, type FuzzRequest } from './request.ts'

/** Where `npm start` listens. */
const HOST = '127.0.0.1:4022'
const LONGEST_COMMAND = 6_000

/**
 * One command that sends a request again to a server at its usual port: curl where curl can say it, else
 * bytes over a socket, from a file where they are many.
 */
export const reproduce = (request: FuzzRequest, folder: string, name: string): string => {
  const asCurl = curlOf(request)
  if (asCurl !== undefined && asCurl.length <= LONGEST_COMMAND) return asCurl
  const bytes = encodeRequest(request, HOST)
  if (bytes.length <= LONGEST_COMMAND)
    return overSocket(`Buffer.from('${bytes.toString('base64')}', 'base64')`)
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${name}.http`)
  writeFileSync(file, bytes)
  return overSocket(`require('fs').readFileSync('${file}')`)
}

const overSocket = (bytes: string): string =>
  `node -e "const s=require('net').connect(4022,'127.0.0.1');s.pipe(process.stdout);s.write(${bytes})"`

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** The request as a command line of curl; undefined where that would change it. */
const curlOf = ({ method, path, headers, body, framing }: FuzzRequest): string | undefined => {
  const text = body?.toString('utf8') ?? ''
  const isPlain = body === undefined || (!text.includes('\0') && Buffer.from(text).equals(body))
  const isFramed = framing === undefined || framing === 'length'
  if (!isPlain || !isFramed || !/^\/[\x21-\x7e]*$/.test(path)) return undefined
  const names = headers.map(([header]) => header.toLowerCase())
  if (names.includes('content-length') || names.includes('transfer-encoding')) return undefined
  const words = ['curl', '-s', '-i', '--path-as-is', '--globoff', '-X', method]
  for (const [header, value] of headers)
    words.push('-H', quoted(value === '' ? `${header};` : `${header}: ${value}`))
  if (body !== undefined) words.push('--data-binary', quoted(text))
  return [...words, quoted(`http://${HOST}${path}`)].join(' ')
}
