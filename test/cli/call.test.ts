import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findOperation } from '#src/cli/called-operation.ts'
import { OPERATIONS } from '#src/client/generated/constants.ts'
import { OPERATION_IDS } from '#src/contract/generated/operation-ids.ts'
import { serverWithCli } from '#test/kit/cli.ts'
import { freshFolder } from '#test/kit/process.ts'
import type { ServerOptions } from '#test/kit/server.ts'

/** A server, and calls of its operations by the command line. */
const serverWithCall = async (options: ServerOptions = {}) => {
  const { server, run, json, shell } = await serverWithCli(options)
  const call = (...args: string[]) => run('call', ...args)
  return { server, run, json, call, shell }
}

const USERS = '{"userIds":[1001,1003]}'

describe('call', () => {
  test('prints the answer of an operation by its number or a part of its path', async () => {
    const { call } = await serverWithCall()
    const { code, stdout } = await call('E8', USERS)
    expect(code).toBe(0)
    expect(stdout).toMatch(/^\{\n {2}"code": "0",\n[\s\S]*\}\n$/)
    expect(stdout).not.toContain('\u001b')
    expect(JSON.parse(stdout)).toMatchObject({ code: '0', result: [{ id: 1001 }, { id: 1003 }] })
    for (const name of ['e8', 'query-user', 'query-user-simple-info-list'])
      expect(JSON.parse((await call(name, USERS)).stdout).result).toHaveLength(2)
  })

  test('acts as a user, and ends with 1 and the reason for a refusal', async () => {
    const { server, call } = await serverWithCall()
    const param = JSON.stringify({
      collectionId: server.fixtures.collections.forbidden.id,
      assetIds: server.fixtures.assets.ids.slice(0, 1),
    })
    const refused = await call('E22', param, '--as', 'viewer@example.com')
    expect(refused.code).toBe(1)
    expect(JSON.parse(refused.stdout)).toMatchObject({ code: '10134011' })
    expect(refused.stderr).toMatch(
      /\ndam-sandbox: E22 was refused: 10134011 User has no operation permission \(user 1003 is a viewer, .+\)\n$/,
    )
    const inJson = await call('E22', param, '--as', 'viewer@example.com', '--json')
    expect(JSON.parse(inJson.stdout).error).toMatchObject({
      message: 'User has no operation permission',
      remedy: expect.stringContaining('name an editor or an administrator'),
    })
    expect(await call('E22', param)).toMatchObject({ code: 0 })
  })

  test('prints the answer as it came with --json', async () => {
    const { server, call } = await serverWithCall()
    const { text } = await server.call('E2', { createDate: '1999' })
    expect((await call('E2', '{"createDate":"1999"}', '--json')).stdout).toBe(`${text}\n`)
    const { text: refusal } = await server.call('E19', { libraryType: 'x' })
    const { error, exitCode, ...rest } = JSON.parse(
      (await call('E19', '{"libraryType":"x"}', '--json')).stdout,
    )
    expect(rest).toEqual(JSON.parse(refusal))
    expect(error).toMatchObject({ code: '90020001', field: 'param.clientId' })
    expect(exitCode).toBe(1)
  })

  test('shows findings with their remedies, assumptions and faults on stderr', async () => {
    const { call } = await serverWithCall()
    const { code, stderr } = await call('E8', '{"userIds":[1001],"b,c ü":1}')
    expect(code).toBe(0)
    expect(stderr).toBe(
      [
        'warning: unknown-field param.b,c ü',
        '  The operation does not know a field; the server ignored it',
        '  remedy: Remove the field, or send it under the name in the document.',
        'assumptions: A-8-2',
        '',
      ].join('\n'),
    )
    const failed = await call('E8', USERS, '--fault', 'before:refuse=10134011')
    expect(failed).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^fault: header before refuse\n/),
    })
    expect(await call('E8', USERS, '--fault', 'after:reset')).toMatchObject({ code: 2, stdout: '' })
    const malformed = await call('E8', USERS, '--fault', 'during:malformed')
    expect(malformed.stderr).toContain('dam-sandbox: E8: the answer is not JSON (HTTP 200)\n')
    expect(malformed.code).toBe(1)
  })

  test('sends headers, of which a given one replaces its own', async () => {
    const { server, call } = await serverWithCall()
    const headers = ['--header', 'x-trace: 42', '--header', 'Access-token: unknown']
    expect(await call('E8', USERS, ...headers)).toMatchObject({ code: 1 })
    const { entries } = await server.control<{ entries: { code: string }[] }>('/journal')
    expect(entries).toMatchObject([{ code: '90010003' }])
    expect(await server.control('/journal/1')).toMatchObject({
      request: { headers: { 'x-trace': '42' } },
    })
    const wrong = await call('E8', USERS, '--header', 'no value')
    expect(wrong).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('such as "x-trace: 42"'),
    })
  })

  test('reads parameters from a file or stdin, and says where they are not JSON', async () => {
    const { call, shell } = await serverWithCall()
    const file = join(freshFolder(), 'param.json')
    writeFileSync(file, USERS)
    expect(JSON.parse((await call('E8', `@${file}`)).stdout).result).toHaveLength(2)
    const piped = await shell(`echo '${USERS}' | dam-sandbox call E8 -`)
    expect(JSON.parse(piped.stdout).result).toHaveLength(2)
    writeFileSync(file, '{\n"userIds":[1,]}')
    expect(await call('E8', `@${file}`)).toMatchObject({
      code: 2,
      stderr: `dam-sandbox: ${file} is not valid JSON: line 2, column 14\n`,
    })
    expect(await call('E8', '{')).toMatchObject({
      code: 2,
      stderr: 'dam-sandbox: param is not valid JSON: line 1, column 2\n',
    })
    expect(await call('E8', '@/no/such/file')).toMatchObject({ code: 2 })
  })

  test('signs calls of the portal', async () => {
    const variants = {
      'A-auth-4': 'hmac-sha256',
      'A-auth-4.timestamp': 'refused',
      'A-auth-4.nonce': 'refused',
    }
    const { server, call } = await serverWithCall({ variants })
    const { contentId } = server.fixtures.portal
    const param = `{"id":${contentId},"pictureParam":{"width":300,"high":200}}`
    const { stdout } = await call('E11', param)
    expect(JSON.parse(stdout)).toMatchObject({ code: '0', result: { id: contentId } })
  })

  test('has an example of every operation that succeeds, without a finding above a note', async () => {
    const { call, json } = await serverWithCall({ env: { SANDBOX_SEED: 'demo' } })
    const failing: string[] = []
    const callExample = async (id: string): Promise<void> => {
      const { code, stdout } = await call(id, '--example')
      if (code !== 0) failing.push(`${id}: ${stdout}`)
    }
    // E13 completes the upload of E16, and E18 deletes the pack of other examples.
    const others = Object.keys(OPERATIONS).filter((id) => id !== 'E13' && id !== 'E18')
    await callExample('E13')
    await Promise.all(others.map(callExample))
    await callExample('E18')
    expect(failing).toEqual([])
    expect((await json('findings --level warning')).findings).toEqual([])
  })

  test('has other examples by their names, with the ids of the workspace', async () => {
    const { server, call } = await serverWithCall()
    const { stdout } = await call('E22', '--example', 'noPermission', '--curl')
    expect(stdout).toContain(`"collectionId":${server.fixtures.collections.forbidden.id},`)
    expect(await call('E22', '--example', 'noPermission')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('"code": "10134011"'),
    })
    expect(await call('E16', '--example')).toMatchObject({
      stderr: expect.stringContaining('This example works only after call E13 --example.'),
    })
    expect(await call('E22', '--example', 'noPermision')).toMatchObject({
      code: 2,
      stderr: 'dam-sandbox: E22 has no example "noPermision"; did you mean "noPermission"?\n',
    })
    expect(await call('E22', '{}', '--example')).toMatchObject({ code: 2 })
  })

  test('prints a curl command that repeats the call when it is pasted, and sends nothing', async () => {
    const { server, call, shell } = await serverWithCall({
      variants: { 'A-auth-4': 'hmac-sha256', 'A-auth-4.timestamp': 'refused' },
    })
    const tracking = JSON.stringify({ trackingEvents: [{ text: `it's "$HOME" \`x\` \\ 中文` }] })
    for (const args of [
      ['E8', USERS],
      ['E3', tracking],
      ['E11', '--example'],
    ]) {
      const { code, stdout } = await call(...args, '--curl')
      expect(code).toBe(0)
      const pasted = await shell(stdout)
      expect(pasted.stderr).toBe('')
      const sent = await call(...args, '--json')
      const [one, other] = [pasted, sent].map(({ stdout }) => {
        const { error: _, exitCode: __, ...answer } = JSON.parse(stdout) as Record<string, unknown>
        return JSON.stringify(answer).replace(/signature=\w+|expires=\d+/g, '')
      })
      expect(one).toBe(other)
    }
    const { total } = await server.control<{ total: number }>('/journal')
    expect(total).toBe(6)
  })
})

describe('the name of an operation', () => {
  test.each([
    ['E22', 'E22'],
    ['add-asset', 'E22'],
    ['marketing/crowd/list', 'E10'],
    ['GETCONTENT', 'E11'],
  ])('%s means %s', (text, id) => {
    expect(findOperation(text)).toBe(id)
  })

  test.each([
    ['list', '"list" matches several paths: E10 list, E17 list; use a number'],
    ['add-aset', 'operation "add-aset" does not exist; did you mean "add-asset"?'],
    ['E99', 'operation "E99" does not exist; did you mean "E9"?'],
    [
      'nothing like it',
      `use a number from E1 to ${OPERATION_IDS.at(-1)} or part of a path, such as add-asset`,
    ],
  ])('%s is refused with the choices', (text, words) => {
    expect(() => findOperation(text)).toThrow(words)
  })
})
