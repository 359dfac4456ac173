/**
 * A client as an integrator would write it, of `openapi-fetch` and types that `openapi-typescript` made of the served
 * document: it leads a file from its upload into a collection. `typed-client.tools.ts` compiles and runs it.
 */
import createClient from 'openapi-fetch'
import type { paths } from './openapi.js'

const [, , baseUrl = '', clientId = '', clientKey = '', collectionId = ''] = process.argv

/** The payload of a success; an answer that is none stops the program with its message. */
const resultOf = <T>(
  name: string,
  { data }: { data?: { code: string; message: string; result?: T } | undefined },
): NonNullable<T> => {
  if (data?.code !== '0' || data.result === null || data.result === undefined)
    throw new Error(`${name}: ${data?.message ?? 'no answer'}`)
  return data.result
}

const issueToken = async (): Promise<string> => {
  const client = createClient<paths>({ baseUrl })
  const body = { clientId, clientKey }
  const answer = await client.POST('/open-api/oauth/get-token', { body })
  return resultOf('get-token', answer).access_token
}

const connect = async () =>
  createClient<paths>({
    baseUrl,
    headers: { 'Access-token': await issueToken(), 'Token-type': 'bearer' },
  })

type Client = Awaited<ReturnType<typeof connect>>

const upload = async (client: Client, name: string, bytes: Uint8Array<ArrayBuffer>) => {
  const begun = resultOf(
    'begin-upload',
    await client.POST('/_files/uploads', {
      body: { name, type: 'text/plain', size: bytes.length, partSizeBytes: 102_400 },
    }),
  )
  const { uploadId, filePath, partSizeBytes } = begun
  const partETags: { partNumber: number; etag: string }[] = []
  for (const { partNumber } of begun.parts) {
    const body = bytes.slice((partNumber - 1) * partSizeBytes, partNumber * partSizeBytes)
    const sent = await client.PUT('/_files/uploads/{uploadId}/parts/{partNumber}', {
      params: { path: { uploadId, partNumber: String(partNumber) } },
      body,
      bodySerializer: () => body,
      headers: { 'content-type': 'application/octet-stream' },
    })
    partETags.push({ partNumber, etag: resultOf('send-part', sent).etag })
  }
  const param = { uploadId, filePath, partETags }
  const completed = await client.POST('/open-api/standard/v1/file/complete-multipart-upload', {
    body: { param },
  })
  if (!resultOf('E13', completed)) throw new Error('E13: not completed')
  return filePath
}

const makeAsset = async (client: Client, path: string, name: string): Promise<number> => {
  const atoms = await client.POST('/open-api/standard/v2/asset-element/upload', {
    body: { param: { fileList: [{ path, name }] } },
  })
  const ingested = await client.POST('/open-api/standard/call/material2group', {
    body: { param: { assetIdList: resultOf('E16', atoms).assetElementIdList } },
  })
  const [assetId] = resultOf('E21', ingested).successMaterialIdList
  if (assetId === undefined) throw new Error('E21: no asset')
  return assetId
}

const run = async () => {
  const client = await connect()
  const name = 'typed client.txt'
  const path = await upload(client, name, new TextEncoder().encode('typed\n'.repeat(30_000)))
  const assetId = await makeAsset(client, path, name)
  const id = Number(collectionId)
  const added = await client.POST('/open-api/standard/v1/asset/collection/add-asset', {
    body: { param: { collectionId: id, assetIds: [assetId] } },
  })
  const detail = await client.POST('/open-api/standard/v2/asset/detail-list', {
    body: { param: { assetIdList: [assetId] } },
  })
  const found = await client.POST('/open-api/standard/v1/search-material-groups', {
    body: { param: { pageSize: 1000 } },
  })
  const [asset] = detail.data?.result?.detail ?? []
  if (found.data?.code !== '0' || found.data.result === null) throw new Error(found.data?.message)
  const collection = found.data.result.list.find((one) => one.id === id)
  process.stdout.write(
    JSON.stringify({
      added: resultOf('E22', added),
      name: asset?.subResList[0]?.name,
      size: asset?.size,
      collections: asset?.collectionInfo.map((one) => one.id),
      itemCount: collection?.itemCount,
    }),
  )
}

await run()
