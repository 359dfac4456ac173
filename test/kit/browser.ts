import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { listenUntilEnd } from './listening-server.ts'

/** Flags for machines without a display or network. */
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Host names for pages, all of which lead to this machine. */
const HOST_RULES = '--host-resolver-rules=MAP *.example 127.0.0.1'

/** What must not happen on a page. */
export interface Watched {
  readonly page: Page
  readonly foreign: string[]
  /** Errors and warnings of the browser's console, and exceptions. */
  readonly complaints: string[]
}

/** Notes what must not happen on a page of an origin. */
export const watchPage = (page: Page, origin: string): Watched => {
  const foreign: string[] = []
  const complaints: string[] = []
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== origin)
      foreign.push(request.url())
  })
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  return { page, foreign, complaints }
}

/** A browser for the tests of a file, and a fresh page of it for each. */
export const useBrowser = (): { page: () => Promise<Page> } => {
  let browser: Browser | undefined
  const profile = mkdtempSync(join(tmpdir(), 'dam-sandbox-browser-'))
  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: '/usr/bin/chromium',
      args: [...FLAGS, HOST_RULES, `--disk-cache-dir=${profile}`],
    })
  })
  afterAll(async () => {
    await browser?.close()
    rmSync(profile, { recursive: true, force: true })
  })
  return {
    page: async () => {
      if (!browser) throw new Error('the browser was not started')
      // The proxy of a test has a certificate that nobody trusts, and times are in UTC wherever the browser is.
      const options = { ignoreHTTPSErrors: true, timezoneId: 'Asia/Shanghai' }
      const context = await browser.newContext(options)
      onTestFinished(() => context.close())
      return context.newPage()
    },
  }
}

/** A foreign site with one page at every path, with the requests and connections that reached it. */
export const startSite = async (html = '<!doctype html><title>elsewhere</title>') => {
  const requests: (string | undefined)[] = []
  const server = createServer((request, response) => {
    requests.push(request.url)
    response.writeHead(200, { 'content-type': 'text/html' }).end(html)
  })
  let connections = 0
  server.on('connection', () => {
    connections += 1
  })
  const port = await listenUntilEnd(server)
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    connections: () => connections,
    requests: () => requests,
  }
}

const tlsFile = (name: string): Buffer => readFileSync(join(import.meta.dirname, 'tls', name))

/** A proxy with TLS that serves a server below a path, and names another host to it. Its certificate is for tests only. */
export const startProxy = async (path: string) => {
  let target = new URL('http://127.0.0.1')
  const tls = { key: tlsFile('key.pem'), cert: tlsFile('certificate.pem') }
  const proxy = createTlsServer(tls, (incoming, answer) => {
    const url = incoming.url?.startsWith(`${path}/`) ? incoming.url.slice(path.length) : '/missing'
    const headers = { ...incoming.headers, host: target.host }
    const { method } = incoming
    const passed = request(new URL(url, target), { method, headers }, (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(answer)
    })
    passed.on('error', () => answer.destroy())
    answer.on('close', () => passed.destroy())
    incoming.pipe(passed)
  })
  const port = await listenUntilEnd(proxy)
  return {
    port,
    passTo: (url: string) => {
      target = new URL(url)
    },
  }
}
