import { createHash, createHmac, hash, timingSafeEqual } from 'node:crypto'

export const hmacHex = (key: string, text: string): string =>
  createHmac('sha256', key).update(text).digest('hex')

export const sha256Hex = (content: string | Uint8Array): string => hash('sha256', content)

/** Compares two texts in constant time. */
export const equalsSecretly = (given: string, expected: string): boolean =>
  timingSafeEqual(
    createHash('sha256').update(given).digest(),
    createHash('sha256').update(expected).digest(),
  )

export type UrlVerdict =
  | { isSigned: false; reason: string }
  | { isSigned: true; path: string; expiresAtMs: number }

const SIGNED = /^([^?]*)\?expires=(\d{1,16})&signature=([0-9a-f]{64})$/

export class UrlSigner {
  readonly #key: string

  constructor(key: string) {
    this.#key = key
  }

  /**
   * Signs a URL: path and query with `expires` (epoch ms) and `signature` added. The host is not
   * covered, so a URL stays valid behind a proxy.
   */
  sign(path: string, expiresAtMs: number): string {
    const signed = `${path}?expires=${expiresAtMs}`
    return `${signed}&signature=${this.#signatureOf(signed)}`
  }

  /** Verifies path and query of a signed URL, which must be exactly as it was signed. */
  verify(url: string): UrlVerdict {
    const match = SIGNED.exec(url)
    if (!match) return { isSigned: false, reason: 'expires or signature is missing or malformed' }
    const [, path = '', expires = '', signature = ''] = match
    if (!equalsSecretly(signature, this.#signatureOf(`${path}?expires=${expires}`)))
      return { isSigned: false, reason: 'the signature does not match the URL' }
    return { isSigned: true, path, expiresAtMs: Number(expires) }
  }

  /** The key stands at the end, so that no digest can be continued with a longer text. */
  #signatureOf(text: string): string {
    return sha256Hex(`${text}\n${this.#key}`)
  }
}
