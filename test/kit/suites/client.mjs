// What the sample suites share: a client of the server that `dam-sandbox exec` has started.
import { env } from 'node:process'

const { SANDBOX_URL: url, SANDBOX_ACCESS_TOKEN: token } = env

/** The body of the answer to a call. */
export const call = async (path, param) => {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'access-token': token,
      'token-type': 'bearer',
      'x-open-api-user': 'owner@example.com',
    },
    body: JSON.stringify({ token, param }),
  })
  return response.json()
}

/** Ready-made ids. */
export const fixtures = await (await fetch(`${url}/_sandbox/fixtures`)).json()

export const QUERY_USERS = '/open-api/standard/v1/query-user-simple-info-list'
export const ADD_MEMBERS = '/open-api/standard/v1/marketing/crowd/insert'
export const LIST_MEMBERS = '/open-api/standard/v1/marketing/crowd/list'
export const RENAME_VALUES = '/open-api/standard/v1/metadata/value/update'
export const CREATE_ATOMS = '/open-api/standard/v2/asset-element/upload'
export const INGEST = '/open-api/standard/call/material2group'

const { source, corpId, id } = fixtures.crowdPack

/** The pack of the suites, as E7 and E10 name it. */
export const pack = { source, corpId, crowdPackId: id, selfAgent: 0 }
