import { describe, expect, test } from 'vitest'
import { formatCurl } from '#src/client/curl.ts'
import { serverWithCli } from '#test/kit/cli.ts'
import { send } from '#test/kit/http.ts'
import { type ServerOptions, type TestServer, TOKEN } from '#test/kit/server.ts'

interface Entry {
  seq: number
  code: string | null
  findings: object[]
}

const serverWithShow = async (options: ServerOptions = {}) => {
  const { server, run, shell } = await serverWithCli(options)
  const show = (...args: string[]) => run('journal show --curl', ...args)
  return { server, run, show, shell }
}

const lastEntry = async (server: TestServer): Promise<Entry | undefined> => {
  const { entries } = await server.control<{ entries: Entry[] }>('/journal?last=1')
  return entries[0]
}

describe('journal show --curl', () => {
  test('prints a command that repeats the call, and says that the token is the own one', async () => {
    const { server, show, shell } = await serverWithShow()
    const { forbidden } = server.fixtures.collections
    const param = { collectionId: forbidden.id, assetIds: server.fixtures.assets.ids.slice(0, 1) }
    await server.call('E22', param, { as: 'viewer@example.com' })
    const { code, stdout, stderr } = await show('1')
    expect(code).toBe(0)
    expect(stderr).toBe(
      'Access-token is the token of the workspace; the journal masks the one that was sent\n',
    )
    expect(stdout).not.toMatch(/content-length|host:|user-agent/i)
    expect(JSON.parse((await shell(stdout)).stdout)).toMatchObject({ code: '10134011' })
    const [first, second] = (
      await server.control<{ entries: { actor: string; path: string }[] }>('/journal')
    ).entries
    expect(second).toMatchObject({ actor: first?.actor, path: first?.path })
  })

  test('signs portal calls again', async () => {
    const variants = {
      'A-auth-4': 'hmac-sha256',
      'A-auth-4.timestamp': 'refused',
      'A-auth-4.nonce': 'refused',
    }
    const { server, run, show, shell } = await serverWithShow({ variants })
    const { blockId } = server.fixtures.portal
    await run('call E6', `{"blockId":${blockId}}`)
    const { stdout, stderr } = await show('1')
    expect(stderr).toContain('signed again, at the current time of the workspace\n')
    expect(JSON.parse((await shell(stdout)).stdout)).toMatchObject({ code: '0' })
  })

  test('calls the workspace of the entry', async () => {
    const { server, shell } = await serverWithShow()
    const pasted = await shell(`
      dam-sandbox workspace create --name one > /dev/null
      dam-sandbox call E8 '{"userIds":[1001]}' --workspace one > /dev/null 2>&1
      eval "$(dam-sandbox journal show 1 --curl --workspace one 2> /dev/null)"`)
    expect(JSON.parse(pasted.stdout)).toMatchObject({ code: '0' })
    const { total } = await server.control<{ total: number }>('/journal?workspace=one')
    expect(total).toBe(2)
    expect(await lastEntry(server)).toBeUndefined()
  })

  test('says where the journal masks secrets that are not those of the workspace', async () => {
    const { server, show } = await serverWithShow()
    await server.call('E8', { userIds: [] }, { token: 'ffffffff-1', headers: { cookie: 'a=b' } })
    const { stdout, stderr } = await show('1')
    expect(stdout).toContain("'access-token: ffffffff***'")
    expect(stderr).toMatch(
      /^\*\*\* in the header access-token, the header cookie is what the journal masks; put /,
    )
  })

  test('puts the own key into a call for a token', async () => {
    const { server, show, shell } = await serverWithShow()
    await send(`${server.url}/open-api/oauth/get-token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"clientId":"00000000-sandbox","clientKey":"sandbox-key"}',
    })
    const { stdout } = await show('1')
    expect(JSON.parse((await shell(stdout)).stdout)).toMatchObject({ code: '0' })
  })

  test('repeats calls without a body, and names the file that the journal does not keep', async () => {
    const { server, show, shell } = await serverWithShow()
    await send(`${server.url}/open-api/standard/v1/none?a[]=1`, { method: 'GET' })
    const pasted = await shell((await show('1')).stdout)
    expect(JSON.parse(pasted.stdout)).toMatchObject({ code: '90000007' })
    await send(`${server.url}/_files/uploads/single?name=a.txt`, {
      method: 'POST',
      headers: { 'access-token': TOKEN },
      body: 'some text',
    })
    const upload = await show('3')
    expect(upload.stdout).toContain(" \\\n  --data-binary '@FILE'\n")
    expect(upload.stderr).toContain('a file with the 9 bytes of the body in the place of FILE')
  })

  test('says that only the beginning of a body is kept', async () => {
    const { server, show } = await serverWithShow()
    await server.call('E3', { text: 'x'.repeat(200_000) })
    const { stderr } = await show('1')
    expect(stderr).toContain('the journal keeps only the beginning of the body\n')
  })
})

describe('a curl command', () => {
  const url = 'http://127.0.0.1/x'

  test('sends files, headers without a value, methods and URLs with brackets as they are', () => {
    expect(
      formatCurl({
        method: 'PUT',
        url: `${url}?a[]={1}`,
        headers: { 'x-empty': '' },
        body: { file: 'FILE' },
      }),
    ).toBe(
      [
        `curl -sSg 'http://127.0.0.1/x?a[]={1}'`,
        '-X PUT',
        `-H 'x-empty;'`,
        `-H 'Content-Type:'`,
        `--data-binary '@FILE'`,
      ].join(' \\\n  '),
    )
    expect(formatCurl({ method: 'HEAD', url, headers: {} })).toBe(`curl -sS --head '${url}'`)
  })

  test('quotes what a server has made up', () => {
    const command = formatCurl({
      method: 'PUT;touch x',
      url,
      headers: {},
      body: { text: "AP8='$(touch x)'" },
    })
    expect(command).toContain(`--data-raw 'AP8='\\''$(touch x)'\\'''`)
    expect(command).toContain(`-X 'PUT;touch x'`)
  })
})
