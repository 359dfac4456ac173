import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { SupportingRefusal } from '../contract/envelope.ts'
import { refuse } from '../contract/errors/refusals.ts'
import { type FileOffer, findOffer, type PictureOffer } from '../domain/files/find-offer.ts'
import { answerRefusal } from '../http/errors.ts'
import { OF_SIGNED_URLS } from '../http/possible-refusals.ts'
import { bareMediaType } from '../kernel/text.ts'
import { formatInstant } from '../kernel/timestamps.ts'
import { readSample } from '../store/media/worker/sample.ts'
import type { Asker, Files } from '../workspaces/files/files.ts'
import { makePlaceholder } from '../workspaces/files/placeholder.ts'
import { tagOf } from './page-files.ts'
import { type Content, sendContent } from './send-content.ts'

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
      const { workspace, lifetime } = request.call
      const { signal } = lifetime
      const below = `${settings.filesPath}/${workspace.id}/`
      const offer = findOffer(workspace.store, path.slice(below.length))
      if (!offer) throw refuse.noFile(path)
      return sendContent(
        request,
        reply,
        await contentOf(offer, sandbox.files, { signal }, workspace.id),
      )
    },
  })
}

/** The path of a request with a URL that its workspace has signed and that has not expired (A-file-1). */
export const signedPathOf = ({ call, url }: FastifyRequest): string => {
  const { workspace } = call
  const judged = workspace.verifyUrl(url)
  if (!judged.isSigned) throw refuse.unsignedUrl(judged.reason)
  const { expiresAtMs, path } = judged
  if (expiresAtMs <= workspace.clock.now()) throw refuse.expiredUrl(formatInstant(expiresAtMs))
  return path
}

const contentOf = async (
  offer: FileOffer | PictureOffer,
  files: Files,
  asker: Asker,
  workspaceId: string,
): Promise<Content> => {
  const { modifiedAtMs } = offer
  if (offer.kind === 'picture') {
    if (offer.pixel)
      return { ...inMemory(offer.pixel.bytes), mediaType: offer.pixel.mediaType, modifiedAtMs }
    const { bytes, mediaType, tag } = await files.pictures.show(offer, asker)
    return { ...inMemory(bytes), mediaType, modifiedAtMs, tag }
  }
  const type = sentType(offer.mediaType)
  const bytes = await bytesOf(offer, type, files, asker, workspaceId)
  const mediaType = type.startsWith('text/') ? await withCharset(type, offer, files) : type
  const disposition = { name: offer.name, type: offer.isToKeep ? 'attachment' : 'inline' } as const
  return { ...bytes, mediaType, modifiedAtMs, disposition }
}

const bytesOf = async (
  { content, name }: FileOffer,
  mediaType: string,
  files: Files,
  asker: Asker,
  workspaceId: string,
): Promise<Pick<Content, 'tag' | 'sizeBytes' | 'read'>> => {
  if ('text' in content) return inMemory(Buffer.from(content.text))
  if ('placeholderBytes' in content)
    return makePlaceholder(content, mediaType, files.pictures, asker)
  const { digest, md5: tag, sizeBytes } = content
  const problem = files.blobs.problemOf(digest, sizeBytes, workspaceId)
  if (problem !== undefined) throw refuse.noFile(name, problem)
  return { tag, sizeBytes, read: (range) => files.blobs.open(digest, range) }
}

/** The names of a media type and a subtype have at most 127 characters each (RFC 6838, 4.2). */
const PLAIN_TYPE = /^[\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127}$/

/** A media type as a header carries it: what callers declared can be any text. */
const sentType = (mediaType: string): string => {
  const type = bareMediaType(String(mediaType))
  if (!PLAIN_TYPE.test(type) || /^(multipart|message)\//.test(type))
    return 'application/octet-stream'
  return type
}

/** The type of a text with its encoding; without one where that is not known, so that readers guess. */
const withCharset = async (type: string, { content }: FileOffer, files: Files): Promise<string> => {
  const path = 'digest' in content ? files.blobs.find(content.digest) : undefined
  const encoding = path === undefined ? 'utf-8' : (await readSample(path)).encoding
  return encoding === undefined ? type : `${type}; charset=${encoding.replace(/[bl]e$/, '')}`
}

const inMemory = (bytes: Buffer): Pick<Content, 'tag' | 'sizeBytes' | 'read'> => ({
  tag: tagOf(bytes),
  sizeBytes: bytes.length,
  read: ({ start, end }) => bytes.subarray(start, end + 1),
})
