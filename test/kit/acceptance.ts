import { expectNoErrorFindings } from './error-findings.ts'
import { type Fixtures, type Reply, send, sendJson } from './http.ts'
import { startProcess } from './process.ts'

/** A server that is known by its URL only. */
export interface Target {
  /** Where a client calls it: its own URL, or that of a proxy in front of it. */
  url: string
  /** The same for calls that its OpenAPI document does not allow, which a validating proxy would refuse. */
  lenientUrl: string
  /** The server itself, for the control plane and for what its OpenAPI document does not have. */
  controlUrl: string
  ids: Fixtures
  /** Posts to a path of the document's server side, as an integrator would. */
  post(path: string, body: unknown, options?: PostOptions): Promise<Reply>
}

export interface PostOptions {
  headers?: Record<string, string>
  /** One of the URLs of the target; `url` without it. */
  at?: string
}

/**
 * The server under acceptance: the one at `ACCEPTANCE_URL`, which must be fresh and of the demo seed, else the built program
 * in a process of its own. Where that URL is a validating proxy's, `ACCEPTANCE_CONTROL_URL` is the server itself and
 * `ACCEPTANCE_LENIENT_URL` a proxy that validates answers only. The suite is a client itself: a finding of level `error` fails
 * its test.
 */
export const acceptanceTarget = async (): Promise<Target> => {
  // biome-ignore lint/style/noProcessEnv: the URLs of a server elsewhere come from the person who runs the tests
  const { ACCEPTANCE_URL, ACCEPTANCE_CONTROL_URL, ACCEPTANCE_LENIENT_URL } = process.env
  const url = ACCEPTANCE_URL ?? (await startProcess({ SANDBOX_SEED: 'demo' }).url())
  const controlUrl = ACCEPTANCE_CONTROL_URL ?? url
  const lenientUrl = ACCEPTANCE_LENIENT_URL ?? url
  expectNoErrorFindings(controlUrl)
  const ids = (await send(`${controlUrl}/_sandbox/fixtures`, {})).body as Fixtures
  const usual = { 'access-token': ids.app.accessToken, 'token-type': 'bearer' }
  return {
    url,
    lenientUrl,
    controlUrl,
    ids,
    post: (path, body, { headers, at = url } = {}) =>
      sendJson(at + path, body, { ...usual, ...headers }),
  }
}
