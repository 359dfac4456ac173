import { control } from './control.ts'

/** The headers of portal calls, signed at the time of the workspace as the variant `hmac-sha256` of A-auth-4 requires. */
export const signatureHeaders = async (
  app: { appKey: string; appSecret: string } | undefined,
  token: string,
  body: string,
): Promise<Record<string, string>> => {
  const { now } = await control<{ now: number }>('GET', '/clock')
  const { appKey, appSecret } = app ?? { appKey: '', appSecret: '' }
  const nonce = hexOf(crypto.getRandomValues(new Uint8Array(16)))
  const sign = await signatureOf([appKey, String(now), nonce, token], body, appSecret)
  return { 'x-app-key': appKey, 's-sign': sign, 's-timestamp': String(now), 's-nonce': nonce }
}

const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

/** Browsers offer `crypto.subtle` only to pages of this machine or of HTTPS; any signature is accepted by default. */
const signatureOf = async (
  signed: readonly string[],
  body: string,
  appSecret: string,
): Promise<string> => {
  const { subtle } = crypto as Partial<Crypto>
  if (!subtle || appSecret === '') return 'unsigned'
  const digest = hexOf(new Uint8Array(await subtle.digest('SHA-256', bytesOf(body))))
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await subtle.importKey('raw', bytesOf(appSecret), algorithm, false, ['sign'])
  const text = [...signed, digest].join('\n')
  return hexOf(new Uint8Array(await subtle.sign('HMAC', key, bytesOf(text))))
}
