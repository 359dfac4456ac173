import busboy from 'busboy'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { putObject } from '../domain/uploads/objects.ts'
import { receiveFile } from '../http/bodies/receive-file.ts'
import { tellToContinue } from '../http/bodies/streamed-body.ts'
import { Checksums } from './checksums.ts'
import { type FormFields, type JudgedForm, judgePolicy, readFormSignature } from './policy.ts'
import { type GrantSecrets, notImplemented, StorageError } from './protocol.ts'
import { sendEmpty, sendXml } from './storage-answer.ts'
import { requireKey, secretsFor, warnOfUnusualKey } from './storage-call.ts'

interface Form {
  readonly fields: FormFields
  readonly file: AsyncIterable<Uint8Array>
  readonly fileName: string
  readonly mediaType: string
}

declare module 'fastify' {
  interface FastifyRequest {
    form: (Form & JudgedForm & { readonly secrets: GrantSecrets }) | undefined
  }
}

const limits = { fields: 100, fieldSize: 65_536, files: 1, parts: 101 }

/** Reads the fields of a form up to its file, which comes last. */
const readForm = ({ raw }: FastifyRequest): Promise<Form> =>
  new Promise((resolve, reject) => {
    const malformed = (message: string) => {
      raw.unpipe()
      reject(new StorageError('MalformedPOSTRequest', message))
    }
    const fields = new Map<string, string>()
    try {
      const form = busboy({ headers: raw.headers, limits, defParamCharset: 'utf8' })
      form.on('field', (name, value, { valueTruncated }) => {
        if (valueTruncated) malformed(`The field ${name.slice(0, 100)} is too long.`)
        fields.set(name.toLowerCase(), value)
      })
      form.on('file', (_name, file, { filename = '', mimeType }) => {
        raw.once('close', () => raw.complete || file.destroy())
        resolve({ fields, file, fileName: filename, mediaType: mimeType })
      })
      form.on('error', () => malformed('The form cannot be read.'))
      form.on('close', () => malformed('A form must have a file, after its fields.'))
      raw.once('close', () => raw.complete || malformed('The form is incomplete.'))
      raw.pipe(form)
    } catch {
      malformed('The form has no boundary.')
    }
  })

/** Reads a form up to its file and judges its policy; the access key names the workspace. */
export const requirePolicy = async (request: FastifyRequest): Promise<void> => {
  const { call, raw, server } = request
  tellToContinue(raw)
  const form = await readForm(request)
  try {
    const signature = readFormSignature(form.fields)
    const workspace = server.sandbox.find(signature.accessKeyId.slice(4, 12))
    if (workspace && workspace !== call.workspace) {
      call.moveTo(workspace)
      call.keepOpen(workspace.open())
    }
    const secrets = secretsFor(request, signature)
    const nowMs = server.sandbox.machineClock.now()
    const judged = judgePolicy(form.fields, signature, secrets, nowMs, form.fileName)
    requireKey(judged.key)
    request.form = { ...form, ...judged, secrets }
  } catch (error) {
    raw.unpipe()
    throw error
  }
}

/** Takes a file that a form sends with a policy (PostObject). */
export const postObject = async (
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const { form, raw } = request
  if (!form) throw new Error('the form was not read')
  const { fields, file, key, minBytes, maxBytes, mediaType, secrets } = form
  warnOfUnusualKey(request, key)
  const status = statusOf(fields)
  const sums = new Checksums(Object.fromEntries(fields))
  const { md5 } = await receiveFile(request, {
    bytesOf: () => sums.through(bytesOf(raw, file, maxBytes)),
    after: (context, received) => {
      if (received.sizeBytes < minBytes)
        throw new StorageError('EntityTooSmall', `The file has less than ${minBytes} bytes.`)
      sums.verify(received)
      const type = fields.get('content-type') ?? mediaType
      putObject(context, { key, type }, received, sums.crc64)
      return received
    },
  })
  const ETag = `"${md5.toUpperCase()}"`
  reply.headers({ etag: ETag, 'x-oss-hash-crc64ecma': sums.crc64 })
  if (status !== 201) return sendEmpty(reply, status)
  const Location = `${request.protocol}://${request.host}/${key}`
  const { bucket: Bucket } = secrets
  return sendXml(reply.status(201), 'PostResponse', { Bucket, Location, Key: key, ETag })
}

/** As both protocols have it, 204 stands for all but two. */
const statusOf = (fields: FormFields): 200 | 201 | 204 => {
  for (const name of ['success_action_redirect', 'redirect', 'callback'])
    if (fields.has(name)) throw notImplemented(name)
  const asked = fields.get('success_action_status')
  return asked === '200' ? 200 : asked === '201' ? 201 : 204
}

/** The bytes of the file, up to a maximum; what is left of the form is not parsed any more. */
async function* bytesOf(
  raw: FastifyRequest['raw'],
  file: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  let bytes = 0
  try {
    for await (const piece of file) {
      bytes += piece.length
      if (bytes > maxBytes)
        throw new StorageError('EntityTooLarge', `The file has more than ${maxBytes} bytes.`)
      yield piece
    }
  } finally {
    raw.unpipe()
  }
}
