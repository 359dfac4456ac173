import { type FilledDocument, fillDocument } from './fill-document.ts'
import type { JsonObject } from './openapi-parts.ts'
import { type Answer, type Refusal, readClock, readJson, withAccessToken } from './read-server.ts'
import { signRequest, type ViewerRequest } from './sign-request.ts'

/** The part of Swagger UI that the page uses; its script defines it. */
interface SwaggerUi {
  preauthorizeApiKey(scheme: string, value: string): void
}
declare const SwaggerUIBundle: (options: object) => SwaggerUi

const KEY_NAME = 'dam-sandbox-admin-key'

const isControl = /\/_sandbox\/docs$/.test(location.pathname)

/** The path before `/docs`: empty, or the prefix of a workspace. */
const base = location.pathname.replace(/(?:\/_sandbox)?\/docs$/, '')

const element = <T extends HTMLElement>(id: string): T => {
  const found = document.getElementById(id)
  if (!found) throw new Error(`the page has no element ${id}`)
  return found as T
}

const keptKey = (): string | undefined => sessionStorage.getItem(KEY_NAME) ?? undefined

/** Reads the document and the fixtures, and shows the operations. */
const show = async (): Promise<void> => {
  const key = keptKey()
  const published = await readJson('openapi.json', key)
  // A link cannot send the key.
  const isLinked = !isControl || ('data' in published && key === undefined)
  for (const id of ['as-json', 'as-yaml']) element(id).hidden = !isLinked
  if ('refusal' in published) {
    element('viewer').replaceChildren()
    report(published, 'The document is not shown')
    return
  }
  const answer = await readJson(`${base}/_sandbox/fixtures`, key)
  const fixtures =
    'data' in answer ? await withAccessToken(answer.data, published.data, base) : undefined
  const filled = fillDocument(published.data, fixtures, base)
  render(filled, fixtures, key)
  if ('refusal' in answer) report(answer, 'Placeholders stay in the requests')
  else reportFilled(filled.missing)
}

const report = (answer: Answer, effect: string): void => {
  if (!('refusal' in answer)) return
  const isKeyWanted = answer.refusal.status === 401
  const wasKeyWrong = isKeyWanted && keptKey() !== undefined
  if (wasKeyWrong) sessionStorage.removeItem(KEY_NAME)
  element('key-form').hidden = !isKeyWanted
  element('forget-key').hidden = true
  element('status').textContent = `${reasonOf(answer.refusal, wasKeyWrong)} ${effect}.`
}

const reasonOf = ({ status, detail }: Refusal, wasKeyWrong: boolean): string => {
  if (status === 401)
    return wasKeyWrong ? 'The admin key is wrong.' : 'The control plane needs the admin key.'
  const reason = status === 403 ? 'The control plane is closed to this page' : 'The server refuses'
  return `${reason}: ${detail}.`
}

/** The first few names are enough to tell which part of the seed is meant. */
const missingText = (missing: readonly string[]): string => {
  const [first = '', ...others] = missing
  const names = others.length === 0 ? first : `${first} and ${others.length} other fixtures`
  return `Its seed does not define ${names}; ids of the seed demo stay there.`
}

const reportFilled = (missing: readonly string[]): void => {
  element('key-form').hidden = true
  element('forget-key').hidden = keptKey() === undefined
  const workspace = /\/w\/([^/]+)$/.exec(base)?.[1]
  const filled = isControl ? 'Requests go to' : 'Requests have the credentials and ids of'
  const text = `${filled} ${workspace === undefined ? 'the workspace default' : `workspace ${workspace}`}.`
  const rest = missing.length === 0 ? '' : ` ${missingText(missing)}`
  element('status').textContent = text + rest
}

const render = (
  { document: shown, credentials }: FilledDocument,
  fixtures: JsonObject | undefined,
  key: string | undefined,
): void => {
  const container = document.createElement('div')
  element('viewer').replaceChildren(container)
  const { portalApp } = (fixtures ?? {}) as { portalApp?: { appSecret: string } }
  const viewer = SwaggerUIBundle({
    domNode: container,
    spec: shown,
    tryItOutEnabled: true,
    displayOperationId: true,
    docExpansion: 'list',
    defaultModelsExpandDepth: 0,
    filter: true,
    // Nothing is sent to another host.
    validatorUrl: null,
    requestInterceptor: async (request: ViewerRequest) => {
      await signRequest(request, portalApp?.appSecret, () => readClock(base, key))
      return request
    },
    onComplete: () => {
      for (const [scheme, value] of Object.entries(credentials))
        viewer.preauthorizeApiKey(scheme, value)
      if (isControl && key !== undefined) viewer.preauthorizeApiKey('adminKey', key)
    },
  })
}

const showOrReport = (): void => {
  show().catch((error: unknown) => {
    element('status').textContent = `The server did not answer. ${String(error)}`
  })
}

const start = (): void => {
  document.title = isControl ? 'dam-sandbox control plane' : 'dam-sandbox interface'
  if (isControl) {
    const link = element<HTMLAnchorElement>('other-viewer')
    link.href = '../docs'
    link.textContent = 'Interface'
  }
  element('key-form').addEventListener('submit', (event) => {
    event.preventDefault()
    const input = element<HTMLInputElement>('key')
    sessionStorage.setItem(KEY_NAME, input.value)
    input.value = ''
    showOrReport()
  })
  element('forget-key').addEventListener('click', () => {
    sessionStorage.removeItem(KEY_NAME)
    showOrReport()
  })
  showOrReport()
}

start()
