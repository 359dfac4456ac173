import { Type } from '@sinclair/typebox'
import { invented } from '../contract/known-field.ts'
import { OneOf } from '../contract/resources/primitives.ts'
import type { DescribedResponse } from './describe-routes.ts'
import { ANSWER_HEADERS, textHeader } from './refusal-responses.ts'

const ID = (description: string) =>
  invented(Type.String({ pattern: '^\\d{1,16}$' }), description, 'A-file-1')

const RENDITION = invented(
  OneOf(['download', 'original', 'preview', 'thumbnail', 'icon']),
  'The file, to save or to show, or a picture of it in one of three sizes',
  'A-file-1',
  'A-file-3',
)

const SIZE = invented(
  Type.String({ pattern: '^\\d*x\\d*$' }),
  'Width and height in pixels that a picture should fit; a side that is left out is free',
  'A-file-3',
)

const paramsOf = (properties: Readonly<Record<string, object>>): object => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
})

const resourceId = ID('Id of the sub-resource')
const contentId = ID('Id of the portal content')

/** The paths behind the signed URLs of answers; the document has one operation for each. */
export const DOWNLOADS = [
  {
    id: 'download',
    path: '/resources/:resourceId/:rendition',
    summary: 'Download a file or a picture of it',
    params: paramsOf({ resourceId, rendition: RENDITION }),
  },
  {
    id: 'download-sized',
    path: '/resources/:resourceId/:rendition/:size',
    summary: 'Download a picture of a file in another size',
    params: paramsOf({ resourceId, rendition: RENDITION, size: SIZE }),
  },
  {
    id: 'download-cover',
    path: '/contents/:contentId/cover',
    summary: 'Download the cover of a portal content',
    params: paramsOf({ contentId }),
  },
  {
    id: 'download-cover-sized',
    path: '/contents/:contentId/cover/:size',
    summary: 'Download the cover of a portal content in another size',
    params: paramsOf({ contentId, size: SIZE }),
  },
  {
    id: 'download-avatar',
    path: '/avatars/:userId',
    summary: 'Download the picture of a user',
    params: paramsOf({ userId: ID('Id of the user') }),
  },
]

const FILE_HEADERS = {
  etag: textHeader('Entity tag of the bytes'),
  'last-modified': textHeader('When the file was changed'),
  'accept-ranges': textHeader('Always `bytes`'),
  'content-disposition': textHeader(
    'File name, and whether it is to be saved or shown; files have it, pictures do not',
  ),
}

/** The answers with bytes; parts of a file and conditions are those of RFC 9110. */
export const FILE_RESPONSES: Readonly<Record<string, DescribedResponse>> = {
  200: {
    description: 'The bytes of the file',
    headers: { ...FILE_HEADERS, ...ANSWER_HEADERS },
    content: { '*/*': {} },
  },
  206: {
    description: 'The range of bytes that the header Range names',
    headers: { ...FILE_HEADERS, 'content-range': textHeader('The range and the size') },
    content: { '*/*': {} },
  },
  304: { description: 'Unchanged, by If-None-Match or If-Modified-Since' },
  412: { description: 'Changed, by If-Match or If-Unmodified-Since' },
}
