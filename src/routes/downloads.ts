import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { SupportingRefusal } from '../contract/envelope.ts'
import { type FileOffer, findOffer, type PictureOffer } from '../domain/files/find-offer.ts'
import { OF_SIGNED_URLS } from '../errors/possible-refusals.ts'
import { refuse } from '../errors/refusals.ts'
import type { Asker, Files } from '../files/files.ts'
import { makePlaceholder } from '../files/placeholder.ts'
import { answerRefusal } from '../http/errors.ts'
import { sha256Hex } from '../kernel/signature.ts'
import { bareMediaType } from '../kernel/text.ts'
import { type Content, sendContent } from './send-content.ts'
import { signedPathOf } from './signature-guard.ts'

/** The files and pictures behind the signed URLs of answers (A-file-1 to A-file-3). */
export const downloadRoutes: FastifyPluginAsync = async (app) => {
  const { sandbox, settings } = app
  app.setErrorHandler(answerRefusal({ isPlainHttp: true }))
  app.route({
    method: ['GET', 'HEAD'],
    url: `${settings.filesPath}/:workspace/*`,
    exposeHeadRoute: false,
    config: {
      supportingRoute: 'download',
      refuses: [...OF_SIGNED_URLS, 'noFile', 'badRange', 'busyFiles'],
    },
    schema: {
      summary: 'Download a file or a picture',
      response: { '4xx': SupportingRefusal, '5xx': SupportingRefusal },
    },
    handler: async (request, reply) => {
      const path = signedPathOf(request)
      const { workspace } = request.call
      const offer = findOffer(
        workspace.store,
        path.slice(`${settings.filesPath}/${workspace.id}/`.length),
      )
      if (!offer) throw refuse.noFile(path)
      return answer(request, reply, offer, sandbox.files)
    },
  })
}

const answer = async (
  request: FastifyRequest,
  reply: FastifyReply,
  offer: FileOffer | PictureOffer,
  files: Files,
): Promise<FastifyReply> => {
  const asker = { signal: request.call.signal }
  const content =
    offer.kind === 'picture'
      ? await pictureOf(offer, files, asker)
      : await fileOf(offer, files, asker)
  if (!content) throw refuse.noFile(request.url.split('?')[0] ?? '')
  return sendContent(request, reply, content)
}

const pictureOf = async (offer: PictureOffer, files: Files, asker: Asker): Promise<Content> => {
  const { bytes, mediaType, tag } = await files.pictures.show(offer, asker)
  return inMemory(bytes, mediaType, offer.modifiedAtMs, tag)
}

const fileOf = async (
  offer: FileOffer,
  files: Files,
  asker: Asker,
): Promise<Content | undefined> => {
  const content = await contentOf(offer, files, asker)
  const type = offer.isToKeep ? 'attachment' : 'inline'
  return content && { ...content, disposition: { name: offer.name, type } }
}

const contentOf = async (
  { content, mediaType, modifiedAtMs }: FileOffer,
  files: Files,
  asker: Asker,
): Promise<Content | undefined> => {
  const type = sentType(mediaType)
  if ('text' in content) return inMemory(Buffer.from(content.text), type, modifiedAtMs)
  if ('placeholderBytes' in content) {
    const placeholder = await makePlaceholder(content, type, files.pictures, asker)
    return { ...placeholder, mediaType: type, modifiedAtMs }
  }
  const { digest, md5, sizeBytes } = content
  if (files.blobs.find(digest) === undefined) return undefined
  return {
    tag: md5,
    mediaType: type,
    modifiedAtMs,
    sizeBytes,
    read: (range) => files.blobs.read(digest, range),
  }
}

/** The names of a media type and a subtype have at most 127 characters each (RFC 6838, 4.2). */
const PLAIN_TYPE = /^[\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127}$/

/** A media type as a header carries it: what callers declared can be any text. */
const sentType = (mediaType: string): string => {
  const type = bareMediaType(String(mediaType))
  if (!PLAIN_TYPE.test(type) || /^(multipart|message)\//.test(type))
    return 'application/octet-stream'
  return type.startsWith('text/') ? `${type}; charset=utf-8` : type
}

const inMemory = (
  bytes: Buffer,
  mediaType: string,
  modifiedAtMs: number,
  tag = sha256Hex(bytes).slice(0, 32),
): Content => ({
  tag,
  mediaType,
  modifiedAtMs,
  sizeBytes: bytes.length,
  read: (range) => (range ? bytes.subarray(range.start, range.end + 1) : bytes),
})
