import { createHash } from 'node:crypto'
import type { FastifyPluginAsync } from 'fastify'
import { FRONT_LINKS, FRONT_STYLE, frontPage, type PageLanguage } from './front-page-html.ts'
import { pageHeaders } from './page-files.ts'

/** The page at `/`: for browsers with links to what the server has, for others the same as JSON. It holds no data. */
export const frontPageRoutes: FastifyPluginAsync = async (app) => {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/',
    exposeHeadRoute: false,
    schema: {
      summary: 'Show what the server has',
      response: {
        200: {
          description: 'Name, version and links, which are relative to this path',
          content: {
            'text/html': { schema: { type: 'string' } },
            'application/json': { schema: { type: 'object' } },
          },
        },
        308: { description: 'The page is below a path with a slash at its end' },
      },
    },
    handler: (request, reply) => {
      const path = request.originalUrl.split('?', 1)[0] ?? ''
      // The links are relative to a path with a slash at its end, which that of a workspace need not have.
      if (!path.endsWith('/')) return reply.redirect(`${path.split('/').at(-1)}/`, 308)
      const { accept = '', 'accept-language': languages = '' } = request.headers
      const { version } = app.sandbox.options.folders
      reply.headers({ vary: 'Origin, Accept, Accept-Language', 'cache-control': 'no-cache' })
      if (!prefersHtml(accept))
        return reply
          .type('application/json; charset=utf-8')
          .send(JSON.stringify({ name: 'dam-sandbox', version, links: FRONT_LINKS }))
      return reply
        .headers(pageHeaders(`style-src '${digestOfStyle()}'; img-src 'self'`))
        .type('text/html; charset=utf-8')
        .send(frontPage(languageOf(languages), version))
    },
  })
}

let digest: string | undefined

/** The digest of the style sheet, by which the policy of the page allows it. */
const digestOfStyle = (): string => {
  digest ??= `sha256-${createHash('sha256').update(FRONT_STYLE).digest('base64')}`
  return digest
}

/** The weights of the entries of a header such as `Accept`, by their names in lower case. */
const weightsOf = (header: string): Map<string, number> =>
  new Map(
    header
      .toLowerCase()
      .split(',')
      .map((entry) => {
        const [name = '', ...params] = entry.split(';').map((part) => part.trim())
        const weight = params.find((param) => param.startsWith('q='))
        return [name, weight === undefined ? 1 : Number(weight.slice(2)) || 0] as const
      }),
  )

/** Whether a caller names HTML, as browsers do, and does not want JSON more. */
const prefersHtml = (accept: string): boolean => {
  const weights = weightsOf(accept)
  const html = weights.get('text/html') ?? 0
  return html > 0 && html >= (weights.get('application/json') ?? 0)
}

/** Chinese where a browser wants it before English. */
const languageOf = (header: string): PageLanguage => {
  const weights = [...weightsOf(header)]
  const weightOf = (language: PageLanguage): number =>
    weights
      .filter(([name]) => name.split('-')[0] === language)
      .reduce((most, [, weight]) => Math.max(most, weight), 0)
  return weightOf('zh') > weightOf('en') ? 'zh' : 'en'
}
