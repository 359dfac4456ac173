import { SET_WHEN_SENT } from './fill-document.ts'

/** A request as the viewer is about to send it. */
export interface ViewerRequest {
  readonly body?: unknown
  readonly headers: Record<string, string>
}

/** Sets the portal's signing headers that are left to the page: the time of the workspace, a nonce and a signature. */
export const signRequest = async (
  request: ViewerRequest,
  appSecret: string | undefined,
  readClock: () => Promise<number>,
): Promise<void> => {
  const { headers } = request
  if (!Object.values(headers).includes(SET_WHEN_SENT)) return
  const sent = new Map(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), { name, value }]),
  )
  const set = (name: string, value: string): void => {
    const header = sent.get(name)
    if (header?.value !== SET_WHEN_SENT) return
    header.value = value
    Object.assign(headers, { [header.name]: value })
  }
  set('s-timestamp', String(await readClock()))
  set('s-nonce', randomUuid())
  const signed = ['x-app-key', 's-timestamp', 's-nonce', 'access-token'].map(
    (name) => sent.get(name)?.value ?? '',
  )
  set('s-sign', await signatureOf(signed, String(request.body ?? ''), appSecret))
}

/** A random UUID; browsers offer `crypto.randomUUID` and `crypto.subtle` only to pages of this machine or of HTTPS. */
export const randomUuid = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return hexOf(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** The signature of the variant `hmac-sha256` of A-auth-4 over key, time, nonce and token, and the body; any text is accepted by default. */
export const signatureOf = async (
  signed: readonly string[],
  body: string,
  appSecret: string | undefined,
): Promise<string> => {
  const { subtle } = crypto as Partial<Crypto>
  if (!subtle || appSecret === undefined) return 'unsigned'
  const bytesOf = (text: string) => new TextEncoder().encode(text)
  const digest = hexOf(new Uint8Array(await subtle.digest('SHA-256', bytesOf(body))))
  const key = await subtle.importKey(
    'raw',
    bytesOf(appSecret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  )
  const text = [...signed, digest].join('\n')
  return hexOf(new Uint8Array(await subtle.sign('HMAC', key, bytesOf(text))))
}
