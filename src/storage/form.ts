import busboy from 'busboy'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { putObject } from '../domain/uploads/objects.ts'
import { receiveFile } from '../http/bodies/receive-file.ts'
import { tellToContinue } from '../http/bodies/streamed-body.ts'
import { sendEmpty, sendXml } from './answer.ts'
import { Checksums } from './checksums.ts'
import { judgePolicy, readFormSignature } from './policy.ts'
import { StorageError } from './protocol.ts'
import { isUsualKey, requireKey, secretsFor } from './storage-call.ts'

interface Form {
  readonly fields: ReadonlyMap<string, string>
  readonly file: AsyncIterable<Uint8Array>
  readonly fileName: string
  readonly mediaType: string
}

const LIMITS_OF_FORMS = { fields: 100, fieldSize: 65_536, files: 1, parts: 101 }

/** Reads the fields of a form up to its file, which comes last. */
const readForm = (request: FastifyRequest): Promise<Form> =>
  new Promise((resolve, reject) => {
    const malformed = (message: string) =>
      reject(new StorageError('MalformedPOSTRequest', 400, message))
    const fields = new Map<string, string>()
    try {
      const form = busboy({
        headers: request.raw.headers,
        limits: LIMITS_OF_FORMS,
        defParamCharset: 'utf8',
      })
      form.on('field', (name, value, { valueTruncated }) => {
        if (valueTruncated) malformed(`The field ${name.slice(0, 100)} is too long.`)
        fields.set(name, value)
      })
      form.on('file', (_name, file, { filename, mimeType }) =>
        resolve({ fields, file, fileName: filename ?? '', mediaType: mimeType }),
      )
      form.on('error', () => malformed('The form cannot be read.'))
      form.on('close', () => malformed('A form must have a file, after its fields.'))
      request.raw.pipe(form)
    } catch {
      malformed('The form has no boundary.')
    }
  })

/** Takes a file that a form sends with a policy (PostObject). */
export const postObject = async (
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const { call, raw, server } = request
  tellToContinue(raw)
  const { fields, file, fileName, mediaType } = await readForm(request)
  try {
    const signature = readFormSignature(fields)
    const secrets = secretsFor(request, signature)
    const nowMs = server.sandbox.machineClock.now()
    const { key, minBytes, maxBytes } = judgePolicy(fields, signature, secrets, nowMs, fileName)
    requireKey(key)
    if (!isUsualKey(key)) call.warn('unusual-key')
    const wanted = statusOf(fields)
    const sums = new Checksums(checksumHeaders(fields))
    const stored = await receiveFile(request, {
      bytesOf: () => sums.through(upTo(file, maxBytes)),
      after: (context, received) => {
        if (received.sizeBytes < minBytes)
          throw new StorageError('EntityTooSmall', 400, `The file has less than ${minBytes} bytes.`)
        sums.verify(received)
        const type = fields.get('content-type') ?? fields.get('Content-Type') ?? mediaType
        putObject(context, { key, type }, received, sums.crc64)
        return received
      },
    })
    const ETag = `"${stored.md5.toUpperCase()}"`
    reply.headers({ etag: ETag, 'x-oss-hash-crc64ecma': sums.crc64 })
    if (wanted !== 201) return sendEmpty(request, reply, wanted)
    const Location = `http://${request.host}/${key}`
    reply.status(201)
    return sendXml(request, reply, 'PostResponse', {
      Bucket: secrets.bucket,
      Location,
      Key: key,
      ETag,
    })
  } catch (error) {
    raw.unpipe()
    throw error
  }
}

/** As both protocols have it, 204 stands for all but two. */
const statusOf = (fields: Form['fields']): 200 | 201 | 204 => {
  for (const name of ['success_action_redirect', 'redirect', 'callback'])
    if (fields.has(name))
      throw new StorageError('NotImplemented', 501, `${name} is outside of this object storage.`)
  const asked = fields.get('success_action_status')
  return asked === '200' ? 200 : asked === '201' ? 201 : 204
}

const checksumHeaders = (fields: Form['fields']): Record<string, string> =>
  Object.fromEntries(
    [...fields]
      .map(([name, value]) => [name.toLowerCase(), value] as const)
      .filter(([name]) => name === 'content-md5' || name.startsWith('x-amz-checksum-')),
  )

async function* upTo(
  file: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const piece of file) {
    bytes += piece.length
    if (bytes > maxBytes)
      throw new StorageError('EntityTooLarge', 400, `The file has more than ${maxBytes} bytes.`)
    yield piece
  }
}
