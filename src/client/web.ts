/** What a client needs of the web platform: a browser's own, or Node's (`node-web.ts`). @internal */
export interface Web {
  fetch(url: URL, init: WebRequest): Promise<Response>
  readonly crypto: Pick<typeof crypto, 'getRandomValues'> & Partial<Pick<typeof crypto, 'subtle'>>
  readonly TextEncoder: typeof TextEncoder
}

/** A request, as `fetch` takes it. @internal */
export interface WebRequest {
  method?: string
  headers?: Readonly<Record<string, string>>
  body?: string | Blob
  signal?: AbortSignal
}

/** What this program has globally. */
export const GLOBAL_WEB: Web = {
  // A browser would add its own credentials.
  fetch: (url, init) => fetch(url, { credentials: 'omit', ...init }),
  get crypto() {
    return crypto
  },
  get TextEncoder() {
    return TextEncoder
  },
}
