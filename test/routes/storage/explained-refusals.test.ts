import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { formatHttpDate } from '#src/kernel/timestamps.ts'
import type { StorageError } from '#src/routes/storage/protocol.ts'
import { readSignature, verifySignature } from '#src/routes/storage/signature.ts'
import { type Reply, send } from '#test/kit/http.ts'
import { startServer } from '#test/kit/server.ts'
import { type Granted, grantOf, KEY, put, sendSigned } from '#test/kit/storage.ts'
import { GRANT, type RecordedRequest, recordedBy } from './recorded.ts'

const start = async () => {
  const server = await startServer({ storage: true })
  return { server, grant: await grantOf(server.url) }
}

const elementOf = ({ text }: Reply, name: string): string | undefined =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1]?.replaceAll('&#34;', '"')

const messageOf = (reply: Reply): string | undefined => elementOf(reply, 'Message')

const judge = (request: RecordedRequest, grant = GRANT): StorageError => {
  try {
    verifySignature(request, readSignature(request), grant, request.at)
  } catch (error) {
    return error as StorageError
  }
  return expect.unreachable()
}

describe('a signature that does not match', () => {
  test.each([
    'ali-oss/v1/sld/put',
    'ali-oss/v1/ip/put',
    'ali-oss/v4/ip/put',
    'ali-oss/v4/host/urlget',
  ])(
    'is explained by the bucket that the client signed, if it is right for that one: %s',
    (client) => {
      const { code, message } = judge(recordedBy(client), { ...GRANT, bucket: 'dam-ffffffff' })
      expect(code).toBe('SignatureDoesNotMatch')
      expect(message).toContain(
        'for the bucket "dam-0a1b2c3d", but the bucket of the grant is dam-ffffffff',
      )
    },
  )

  test.each(['ali-oss/v1/sld/put', 'ali-oss/v4/ip/put', 'client-s3/path/put'])(
    'is answered with the text to sign, which gives the right signature: %s',
    (client) => {
      const request = recordedBy(client)
      const { message, details } = judge(request, { ...GRANT, accessKeySecret: 'other' })
      expect(message).toContain('check the access key secret')
      const { SignatureProvided, StringToSign = '', CanonicalRequest } = details
      expect(SignatureProvided).toBe(readSignature(request).value)
      if (client.includes('v1'))
        expect(
          createHmac('sha1', GRANT.accessKeySecret).update(StringToSign).digest('base64'),
        ).toBe(SignatureProvided)
      else expect(CanonicalRequest).toMatch(/^PUT\n\/dam-0a1b2c3d\//)
    },
  )

  test('names its input in the XML, and in the header of an answer to HEAD', async () => {
    const { grant } = await start()
    const wrong = { ...grant, accessKeySecret: 'other' }
    const reply = await sendSigned(wrong, {})
    expect(elementOf(reply, 'OSSAccessKeyId')).toBe(grant.accessKeyId)
    expect(elementOf(reply, 'StringToSign')).toContain(`/${grant.bucket}/${KEY}`)
    const { headers } = await sendSigned(wrong, { method: 'HEAD' })
    const xml = Buffer.from(headers.get('x-oss-err') ?? '', 'base64').toString()
    expect(xml).toContain('<StringToSign>HEAD')
  })
})

describe('a refused storage request', () => {
  test('says which of its keys is missing or wrong', async () => {
    const { server, grant } = await start()
    const path = `${grant.endpoint}/${grant.bucket}/${KEY}`
    const ask = (headers: Record<string, string>) => send(path, { method: 'GET', headers })
    const unsigned = await ask({ 'access-token': server.fixtures.app.accessToken })
    expect(messageOf(unsigned)).toContain(`POST /_files/grant to ${server.url}`)
    expect(messageOf(unsigned)).toContain('/_files/uploads/single')
    expect(messageOf(await ask({}))).not.toContain('/_files/uploads/single')
    const date = formatHttpDate(server.sandbox.machineClock.now())
    const authorization = `OSS ${grant.accessKeyId}:x`
    const withoutToken = await ask({ authorization, 'x-oss-date': date })
    expect(elementOf(withoutToken, 'Code')).toBe('InvalidAccessKeyId')
    expect(messageOf(withoutToken)).toContain('stsToken in ali-oss, sessionToken in SDKs of S3')
    const otherToken = await sendSigned({ ...grant, securityToken: 'other' }, {})
    expect(messageOf(otherToken)).toContain('use the securityToken of the same grant')
    const unknown = await sendSigned({ ...grant, accessKeyId: 'STS.00000000' }, {})
    expect(messageOf(unknown)).toContain('/_files/grant')
  })

  test('names the bucket of the path where that is not the bucket of the grant', async () => {
    const { grant } = await start()
    const key = `my-bucket/${KEY}`
    const reply = await put(grant, 'x', { key })
    expect(elementOf(reply, 'Code')).toBe('AccessDenied')
    expect(messageOf(reply)).toBe(
      `The path names the bucket "my-bucket"; the bucket of the grant is ${grant.bucket}.`,
    )
    expect(messageOf(await put(grant, 'x', { key: 'other/a.bin' }))).toContain('keys below upload/')
  })
})

describe('a request at the wrong port', () => {
  test.each([
    ['POST', '/open-api/standard/v1/asset/collection/add-asset'],
    ['GET', '/_sandbox/fixtures'],
    ['POST', '/w/00000000/portal/open/block/search'],
    ['PUT', '/_files/uploads/x/parts/1'],
  ])('of object storage is told where the operations are: %s %s', async (method, path) => {
    const { server, grant } = await start()
    expect(messageOf(await send(grant.endpoint + path, { method }))).toContain(
      `operations are at ${server.url}`,
    )
  })

  const signedTo = (grant: Granted, endpoint: string, method: string) =>
    sendSigned({ ...grant, endpoint }, { method, ...(method === 'PUT' && { body: 'x' }) })

  test.each(['PUT', 'GET', 'POST', 'DELETE'])(
    'of the operations is told the endpoint in XML: %s',
    async (method) => {
      const { server, grant } = await start()
      const reply = await signedTo(grant, server.url, method)
      expect(reply.status).toBe(404)
      expect(reply.headers.get('content-type')).toContain('application/xml')
      expect(messageOf(reply)).toContain(`object storage is at ${grant.endpoint}`)
    },
  )

  test('of the operations is told so in a header for HEAD, and that object storage is off', async () => {
    const { server, grant } = await start()
    const { headers } = await signedTo(grant, server.url, 'HEAD')
    const xml = Buffer.from(headers.get('x-oss-err') ?? '', 'base64').toString()
    expect(xml).toContain(grant.endpoint)
    const without = await startServer()
    expect(messageOf(await signedTo(grant, without.url, 'GET'))).toContain('SANDBOX_STORAGE_PORT')
  })

  test('of the operations keeps its envelope without a signature of storage', async () => {
    const { server } = await start()
    const { body } = await send(`${server.url}/${KEY}`, { method: 'PUT', body: 'x' })
    expect(body).toMatchObject({ code: '90000007' })
  })
})
