// Calls that need the answer of the one before: an upload with its registration, a token, and a download by a signed URL.
import { requestText } from '../keep-alive.mjs'

const STANDARD = '/open-api/standard'
const json = { 'content-type': 'application/json' }

const ask = async (send, kind, call) => {
  const { body } = await send(kind, requestText(call))
  const answer = JSON.parse(`${body}`)
  if (`${answer.code}` !== '0') throw new Error(`${call.path} answers ${body.subarray(0, 300)}`)
  return answer.result
}

const pathOf = (url) => url.replace(/^http:\/\/[^/]+/, '')

/** The chains of a running server by name; each sends with `send(kind, text)`, which counts the call. */
export const chainsOf = async (url, ids) => {
  const { accessToken, clientId, clientKey } = ids.app
  const headers = { ...json, 'access-token': accessToken, 'token-type': 'bearer' }
  const post = (send, kind, path, value) =>
    ask(send, kind, { path, headers, body: JSON.stringify(value) })
  let uploads = 0

  const upload = async (send) => {
    uploads += 1
    const bytes = `file ${uploads} of the soak`.padEnd(200, '.')
    const file = { name: `soak-${uploads}.txt`, type: 'text/plain', size: bytes.length }
    const { uploadId, filePath, parts } = await post(send, 'upload', '/_files/uploads', file)
    const part = requestText({
      method: 'PUT',
      path: pathOf(parts[0].url),
      headers: {},
      body: bytes,
    })
    const { head } = await send('part', part)
    const etag = /^etag: "?([0-9a-f]+)/im.exec(head)?.[1]
    const partETags = [{ partNumber: 1, etag }]
    const completed = { uploadId, filePath, partETags }
    await post(send, 'E13', `${STANDARD}/v1/file/complete-multipart-upload`, { param: completed })
    const fileList = [{ path: filePath, ...file }]
    await post(send, 'E16', `${STANDARD}/v2/asset-element/upload`, { param: { fileList } })
  }

  const token = (send) => post(send, 'token', '/open-api/oauth/get-token', { clientId, clientKey })

  const response = await fetch(`${url}${STANDARD}/v2/asset/detail-list`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ param: { assetIdList: ids.assets.ids.slice(0, 1) } }),
  })
  const { result } = await response.json()
  const download = requestText({
    method: 'GET',
    path: pathOf(result.detail[0].subResList[0].downloadUrl),
    headers: {},
  })
  return { upload, token, download: (send) => send('download', download) }
}
