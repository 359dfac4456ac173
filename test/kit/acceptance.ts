import { expectNoErrorFindings } from './error-findings.ts'
import { type Fixtures, type Reply, send } from './http.ts'
import { startProcess } from './process.ts'

/** A server that is known by its URL only. */
export interface Target {
  url: string
  ids: Fixtures
  /** Posts to a path of the document's server side, as an integrator would. */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Reply>
}

/**
 * The server under acceptance: the one at `ACCEPTANCE_URL`, which must be fresh and of the demo seed,
 * else the built program in a process of its own. The suite is a client itself: a finding of level `error` fails its test.
 */
export const acceptanceTarget = async (): Promise<Target> => {
  // biome-ignore lint/style/noProcessEnv: the URL of a server elsewhere comes from the person who runs the tests
  const elsewhere = process.env.ACCEPTANCE_URL
  const url = elsewhere ?? (await startProcess({ SANDBOX_SEED: 'demo' }).url())
  expectNoErrorFindings(url)
  const ids = (await send(`${url}/_sandbox/fixtures`, {})).body as Fixtures
  const usual = {
    'access-token': ids.app.accessToken,
    'token-type': 'bearer',
    'content-type': 'application/json',
  }
  return {
    url,
    ids,
    post: (path, body, headers = {}) =>
      send(url + path, {
        method: 'POST',
        headers: { ...usual, ...headers },
        body: JSON.stringify(body),
      }),
  }
}
