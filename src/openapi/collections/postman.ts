import { STATUS_CODES } from 'node:http'
import type { CollectedAnswer, CollectedRequest, Collection } from './collected-request.ts'

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

/** A collection in the format Postman 2.1, with a folder for each tag of the document. */
export const postmanCollection = ({
  title,
  description,
  variables,
  requests,
}: Collection): object => ({
  info: { name: title, description, schema: SCHEMA },
  item: [...new Set(requests.map(({ folder }) => folder))].map((folder) => ({
    name: folder,
    item: requests.filter((request) => request.folder === folder).map(itemOf),
  })),
  variable: [...variables].map(([key, value]) => ({ key, value, type: 'string' })),
})

const itemOf = (request: CollectedRequest): object => ({
  name: request.name,
  request: sentBy(request),
  response: request.answers.map((answer) => responseOf(answer, request)),
})

const sentBy = ({ method, url, headers, body, description }: CollectedRequest): object => ({
  method,
  header: headers.map(([key, value]) => ({ key, value, type: 'text' })),
  url: urlOf(url),
  ...(body !== undefined && {
    body: { mode: 'raw', raw: body, options: { raw: { language: languageOf(headers) } } },
  }),
  description,
})

const languageOf = (headers: CollectedRequest['headers']): string =>
  headers.some(([, value]) => value === 'application/json') ? 'json' : 'text'

const urlOf = (raw: string): object => {
  const [path = '', query] = raw.split('?')
  const [host = '', ...segments] = path.split('/')
  const pairs = query?.split('&').map((pair) => {
    const [key = '', value = ''] = pair.split('=')
    return { key, value: decodeURIComponent(value) }
  })
  return { raw, host: [host], path: segments, ...(pairs && { query: pairs }) }
}

const responseOf = (
  { name, status, body }: CollectedAnswer,
  request: CollectedRequest,
): object => ({
  name,
  originalRequest: sentBy(request),
  status: STATUS_CODES[status] ?? '',
  code: status,
  header: [{ key: 'content-type', value: 'application/json; charset=utf-8' }],
  body: JSON.stringify(body, null, 2),
})
