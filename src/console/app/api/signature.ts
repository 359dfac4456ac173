import { control } from './control.ts'

/** The headers of portal calls, signed at the time of the workspace as the variant `hmac-sha256` of A-auth-4 requires. */
export const signatureHeaders = async (
  app: { appKey: string; appSecret: string } | undefined,
  token: string,
  body: string,
): Promise<Record<string, string>> => {
  const { now } = await control<{ now: number }>('GET', '/clock')
  const appKey = app?.appKey ?? ''
  const nonce = randomUuid()
  const sign = await signatureOf([appKey, String(now), nonce, token], body, app?.appSecret)
  return { 'x-app-key': appKey, 's-sign': sign, 's-timestamp': String(now), 's-nonce': nonce }
}

/** A random UUID; browsers offer `crypto.randomUUID` and `crypto.subtle` only to pages of this machine or of HTTPS. */
const randomUuid = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return hexOf(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** The signature of the variant `hmac-sha256` of A-auth-4 over key, time, nonce and token, and the body; any text is accepted by default. */
const signatureOf = async (
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
