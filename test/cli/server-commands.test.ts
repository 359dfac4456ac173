import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { connectSandbox } from '#src/index.ts'
import { runCli, serverWithCli, startCli } from '#test/kit/cli.ts'
import { freshFolder } from '#test/kit/process.ts'
import { seedFolder } from '#test/kit/seed-folders.ts'
import { TOKEN } from '#test/kit/server.ts'

describe('the command line at a server', () => {
  test('creates, lists, shows and deletes workspaces', async () => {
    const { server, run, cli, json } = await serverWithCli()
    const made = await json('workspace create --name checkout --ttl 2h')
    expect(Object.keys(made).sort().join()).toBe(
      'accessToken,baseUrl,clientId,clientKey,fixtures,id,name',
    )
    expect(made).toMatchObject({ name: 'checkout', baseUrl: `${server.url}/w/${made.id}` })
    expect(await cli('workspace list')).toMatch(/^ID +NAME.*\n00000000 +default[\s\S]*checkout/m)
    expect(await json('workspace show checkout')).toMatchObject({
      id: made.id,
      counts: { users: 3 },
      expiresAtMs: expect.any(Number),
    })
    expect(await run('workspace create --name checkout')).toMatchObject({
      code: 1,
      stderr: 'dam-sandbox: Workspace "checkout" already exists; choose another name\n',
    })
    await cli('workspace delete checkout')
    expect(await json('workspace list')).toHaveLength(1)
  })

  test('changes a workspace, and lists those with labels', async () => {
    const { cli, json } = await serverWithCli()
    const made = await json(
      'workspace create --name one --label team=web --label run=a,b --quota fileBytes=1MiB',
    )
    await json('workspace create --name two --label team=web')
    expect((await json('workspace list --label team=web')).length).toBe(2)
    expect(await json('workspace list --label team=web --label run=a,b')).toMatchObject([
      { id: made.id, quota: { fileBytes: 1_048_576 } },
    ])
    const changes = '--name three --ttl 2h --label run= --label x=a=b --quota fileBytes=none'
    expect(await json(`workspace update one ${changes}`)).toMatchObject({
      name: 'three',
      labels: { team: 'web', x: 'a=b' },
      quota: {},
      expiresAtMs: expect.any(Number),
    })
    expect((await json('workspace update three --ttl never')).expiresAtMs).toBeNull()
    expect(await cli('workspace list --label x=a=b')).toMatch(
      /LABELS +DAMAGE\n\S+ +three .*"x":"a=b"} {2}-/,
    )
  })

  test('prunes and resets what has a label or is unused, after a dry run', async () => {
    const { server, run, cli, json } = await serverWithCli()
    server.sandbox.machineClock.set({ mode: 'offset', offsetMs: -8 * 86_400_000 })
    const made: Record<string, string> = {}
    for (const name of ['a', 'b', 'c'])
      made[name] = (await json(`workspace create --name ${name} --label team=web`)).id
    await json('workspace update default --label team=web')
    await json('clock freeze 5000 --workspace c')
    await json('clock freeze 5000 --workspace default')
    const mode = async (name: string) => (await json(`clock show --workspace ${name}`)).mode
    expect(await cli('reset --label team=web --dry-run')).toContain(`would reset ${made.c} c\n`)
    expect(await mode('c')).toBe('frozen')
    expect((await json('reset --label team=web --parts clock')).workspaces).toHaveLength(4)
    expect([await mode('c'), await mode('default')]).toEqual(['real', 'real'])
    server.sandbox.machineClock.set({ mode: 'real' })
    await server.call('E8', { userIds: [] }, { prefix: `/w/${made.b}` })
    const lines = (verb: string) =>
      ['a', 'c']
        .map((name) => `${verb} ${made[name]} ${name}`)
        .sort()
        .join('\n')
    const prune = async (...args: string[]) =>
      (await cli(`prune --unused-for 7d ${args}`)).trimEnd().split('\n').sort().join('\n')
    expect(await prune('--dry-run')).toBe(lines('would delete'))
    expect(await json('workspace list')).toHaveLength(4)
    expect(await prune()).toBe(lines('delete'))
    expect(await json('prune --label team=web')).toEqual({
      workspaces: [{ id: made.b, name: 'b' }],
      dryRun: false,
    })
    expect(await run('prune --label team=web')).toMatchObject({
      code: 0,
      stdout: '',
      stderr: 'no workspace to delete\n',
    })
    expect(await json('workspace list')).toMatchObject([{ name: 'default' }])
  })

  test('selects a workspace by --workspace, SANDBOX_WORKSPACE or the prefix of the URL', async () => {
    const { server, json, env } = await serverWithCli()
    const { id } = await json('workspace create --name one --freeze 5000')
    expect(await json('clock show --workspace one')).toEqual({ mode: 'frozen', now: 5000 })
    await json(`clock advance 1h0m1s --workspace ${id}`)
    const here = await runCli(['clock show --json'], { ...env, SANDBOX_WORKSPACE: 'one' })
    expect(JSON.parse(here.stdout).now).toBe(3_606_000)
    const prefixed = await runCli(['clock show'], { SANDBOX_URL: `${server.url}/w/${id}` })
    expect(prefixed.stdout).toBe('mode frozen\nnow 1970-01-01T01:00:06.000Z\n')
    expect((await json('clock show')).mode).toBe('real')
  })

  test('takes and restores snapshots, and resets parts', async () => {
    const { server, cli, json } = await serverWithCli()
    const countPacks = async () => (await json('workspace show')).counts.crowd_packs
    await cli('snapshot take before')
    await server.result('E18', server.fixtures.crowdPack)
    expect(await countPacks()).toBe(0)
    expect(await cli('snapshot list')).toMatch(/^NAME +TAKEN +SIZE BYTES\nbefore +\d{4}-/)
    await cli('snapshot restore before')
    expect(await countPacks()).toBe(1)
    expect(await cli('snapshot delete before')).toBe('deleted before\n')
    expect(await json('snapshot list')).toEqual([])
    await cli('clock freeze 2026-03-04T05:06:07Z')
    expect((await json('reset --parts clock')).reset).toEqual(['clock'])
    expect((await json('clock show')).mode).toBe('real')
  })

  test('prints the variables of a workspace for a shell', async () => {
    const { server, cli, json } = await serverWithCli()
    const { url } = server
    const { id: one, clientKey } = await json('workspace create --name one')
    const { id: two, clientId } = await json('workspace create --name two')
    expect(await cli('env')).toBe(
      [
        `export SANDBOX_URL='${url}'`,
        `export SANDBOX_ACCESS_TOKEN='${TOKEN}'`,
        "export SANDBOX_CLIENT_ID='00000000-sandbox'",
        "export SANDBOX_CLIENT_KEY='sandbox-key'\n",
      ].join('\n'),
    )
    expect(await json('env --workspace one')).toMatchObject({
      SANDBOX_URL: `${url}/w/${one}`,
      SANDBOX_CLIENT_KEY: clientKey,
    })
    // Also with the URL of another workspace.
    const inside = `${url}/w/${one}`
    expect(await json(`env --workspace two --url ${inside}`)).toMatchObject({
      SANDBOX_URL: `${url}/w/${two}`,
      SANDBOX_CLIENT_ID: clientId,
    })
    expect((await json(`env --url ${inside}`)).SANDBOX_URL).toBe(inside)
    const opened = await connectSandbox(inside).open('two')
    expect(await opened.call('E8', { userIds: [1001] })).toHaveLength(1)
  })

  test('makes the shell that evaluates its output fail when env fails', async () => {
    const { run, shell } = await serverWithCli()
    expect(await run('env --workspace nope')).toMatchObject({
      code: 1,
      stdout: 'false\n',
      stderr: 'dam-sandbox: Workspace "nope" does not exist\n',
    })
    const evaluated = await shell('eval "$(dam-sandbox env --workspace nope)" && echo ran')
    expect(evaluated).toMatchObject({ code: 1, stdout: '' })
    expect(JSON.parse((await run('env --workspace nope --json')).stdout)).toHaveProperty('error')
    expect(await run('env --shell sh')).toMatchObject({ code: 2, stdout: 'false\n' })
  })

  test('lists faults with match and use, and ends with 1 while one is unused', async () => {
    const { server, run, cli, json } = await serverWithCli()
    const body = ['--body', '{"/param/userIds":[]}']
    const { id } = await json('fault add --operation E8 --code 10134011 --times 2', ...body)
    expect(await run('fault list --unused')).toMatchObject({
      code: 1,
      stderr: 'dam-sandbox: 1 rule was never used\n',
    })
    const reply = await server.call('E8', { userIds: [] })
    expect(reply.body).toMatchObject({ code: '10134011' })
    expect(await json('fault list --unused')).toEqual([])
    expect(await json('fault list')).toMatchObject([{ id, used: 1, times: 2 }])
    expect(await cli('fault list')).toMatch(
      /^f-1 +\{"operation":"E8","body":\{"\/param\/userIds":\[\]\}\} +2 /m,
    )
    expect(await json('fault add --operation E8 --truncate')).toMatchObject({ phase: 'during' })
    await cli(`fault remove ${id}`)
    const rule = '{"match":{"operation":"E9"},"phase":"after","effect":{"reset":true}}'
    await cli(`fault add --rule ${rule}`)
    expect(await run('fault add --reset')).toMatchObject({ code: 1 })
    await cli('fault clear')
    expect(await json('fault list')).toEqual([])
  })

  test('lists, waits for, excludes and exports calls', async () => {
    const { server, run, cli, json } = await serverWithCli()
    expect(await run('journal')).toMatchObject({ code: 0, stdout: '', stderr: 'no calls\n' })
    await server.call('E8', { userIds: [1001] }, { as: 'editor@example.com' })
    const line = /^#1 .* E8 +0 .*editor@example\.com {2}query-user-simple-info-list\n$/
    expect(await cli('journal list')).toMatch(line)
    expect((await json('journal list --operation E9')).entries).toEqual([])
    for (const body of ['{"param":{"userIds":[1001]}}', '{"/param/userIds/0":1001}'])
      expect(await cli(`journal wait --operation E8 --timeout 2m --body ${body}`)).toMatch(line)
    expect(await run('journal wait --operation E9 --timeout 10ms')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: [
        'dam-sandbox: expected 1 call that matches {"operation":"E9"}, found 0',
        'the nearest is call 1, which differs in:',
        '  operation: expected "E9", found "E8"\n',
      ].join('\n'),
    })
    expect(await cli('journal expect-none --operation E9')).toBe('')
    expect(await run('journal expect-none --operation E8')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('expected no call that matches {"operation":"E8"}, found 1'),
    })
    const file = join(freshFolder(), 'calls.har')
    await cli(`journal har --output ${file}`)
    expect(JSON.parse(readFileSync(file, 'utf8')).log.entries).toHaveLength(1)
    await cli('journal clear')
    expect((await json('journal list')).entries).toEqual([])
  })

  test('lists the newest calls, and says how many more there are', async () => {
    const { server, run } = await serverWithCli()
    for (let count = 0; count < 3; count += 1) await server.call('E8', { userIds: [] })
    const listed = async (options: string) => {
      const { stdout, stderr } = await run(`journal list ${options}`)
      return { seqs: [...stdout.matchAll(/^#(\d+)/gm)].map(([, seq]) => Number(seq)), stderr }
    }
    expect(await listed('--last 2')).toEqual({
      seqs: [2, 3],
      stderr: expect.stringMatching(/^2 of 3 calls shown; these are the newest; [^\n]+\n$/),
    })
    expect(await listed('--after 1 --limit 1')).toEqual({
      seqs: [2],
      stderr: '1 of 2 calls shown; continue with --after 2\n',
    })
    expect(await listed('--since 5000')).toEqual({ seqs: [1, 2, 3], stderr: '' })
    expect((await listed('--since 2100-01-01')).seqs).toEqual([])
  })

  test('shows a call with request and answer', async () => {
    const { server, run, cli, json } = await serverWithCli()
    await cli('fault add --operation E8 --code 10134011')
    await server.call('E8', { userIds: [1001] })
    const words = await cli('journal show 1')
    expect(words).toMatch(/^#1 .* E8 +10134011 /)
    for (const part of [
      '\nfault: f-1 before refuse',
      '\nrequest: POST /open-api/',
      '\nanswer: HTTP 200 application/json',
      'content-type: application/json\n',
      '"code": "10134011"',
    ])
      expect(words).toContain(part)
    expect(await json('journal show 1')).toMatchObject({ seq: 1, answer: { body: {} } })
    expect(await run('journal show 9')).toMatchObject({ code: 1 })
  })

  test('prints records, fixtures and quotas', async () => {
    const { server, cli, json } = await serverWithCli()
    const { total } = await json('records approvals')
    expect((await cli('records approvals')).trim().split('\n')).toHaveLength(total + 1)
    expect(await json('fixtures')).toMatchObject({ crowdPack: server.fixtures.crowdPack })
    expect(await cli('fixtures')).toMatch(/^users\.owner\.id \d+$/m)
    await connectSandbox(server.url).workspace({ name: 'small', quota: { fileBytes: 5_000_000 } })
    const words = await cli('workspace show small')
    expect(words).toContain('\nexpiresAtMs null\n')
    expect(words).toContain('\nquota.fileBytes 5000000\n')
  })

  test('follows calls and changes, and ends with 2 and one line when the server stops', async () => {
    const { server, env, run } = await serverWithCli()
    const waiting = startCli(['journal', 'wait', '--operation', 'E9', '--timeout', '1m'], env)
    const following = startCli(['journal', '--follow', '--after', '0'], env)
    const followingJson = startCli(['journal', '--follow', '--after', '0', '--json'], env)
    await server.call('E8', { userIds: [] })
    await following.until(/^#1 /)
    server.workspace.mark('state-set', 'empty')
    await following.until(/^-- {2}\S+Z {2}state-set {2}empty$/m)
    const [line] = await followingJson.until(/^\{.*"operation":"E8".*\}$/m)
    expect(JSON.parse(line)).toMatchObject({ seq: 1, code: '0' })
    // By now the first wait has most likely begun; a late one must end the same.
    await run('journal wait --operation E8')
    await server.close()
    for (const { ending } of [waiting, following, followingJson]) {
      const { code, stderr } = await ending()
      expect(stderr).toMatch(/^dam-sandbox: [^\n]+\n$/)
      expect(code).toBe(2)
    }
  })

  test('adds seeds, exports and imports', async () => {
    const { cli, json, run, shell } = await serverWithCli()
    const folder = freshFolder()
    const seed = join(folder, 'more.json')
    writeFileSync(seed, '{"departments":[{"id":99,"name":"Another"}]}')
    expect(await json(`seed ${seed}`)).toMatchObject({ added: { departments: 1 } })
    writeFileSync(seed, '{')
    for (const path of [seed, `${seed}x`])
      expect(await run(`seed ${path}`)).toMatchObject({ code: 2 })
    const file = join(folder, 'workspace.tar')
    await cli(`export ${file}`)
    await cli('workspace create --name copy')
    await cli(`import ${file} --workspace copy`)
    const piped = `dam-sandbox export - | dam-sandbox import - --workspace copy`
    expect(await shell(piped)).toMatchObject({ code: 0, stdout: 'imported -\n', stderr: '' })
  })

  test('adds a seed folder with its files', async () => {
    const { run } = await serverWithCli()
    const folder = seedFolder('hero.png')
    const refused = (stderr: string) => ({
      code: 1,
      stdout: '',
      stderr: `dam-sandbox: ${stderr}\n`,
    })
    expect(await run(`seed ${folder}`)).toMatchObject({
      code: 0,
      stdout: '{"added":{"assets":1}}\n',
      stderr: '',
    })
    expect(await run(`seed ${folder}`)).toMatchObject(
      refused(
        'assets, id 900001: id 900001 is already in use; use --replace to replace it (assets.json#/assets/0/id)',
      ),
    )
    expect(await run(`seed ${folder} --replace --json`)).toMatchObject({ code: 0 })
    expect(await run(`seed ${folder}/assets.json --replace`)).toMatchObject({ code: 1 })
  })

  test('sets named states, and decides tasks of approvals', async () => {
    const { cli, json } = await serverWithCli()
    expect(await cli('state')).toMatch(/^NAME +SENTENCE\n[\s\S]*crowd-pack-empty {2,}/)
    const { ids } = await json('state set approval-in-progress')
    expect(await cli('state set approval-in-progress')).toContain(`\nids.key ${ids.key}\n`)
    const decide = `approval reject ${ids.approvalId} ${ids.key} --comment`
    expect(await json(decide, 'too dark')).toMatchObject({ tasks: [{ comment: 'too dark' }] })
    expect(await cli('approval approve 9001 task1')).toContain('\nstatus IN_PROGRESS\n')
  })

  test('reuses a workspace by its name, with the credentials that its creation printed', async () => {
    const { cli, json, run } = await serverWithCli()
    const create = 'workspace create --name ci --assume A-20-1=envelope --reuse'
    const made = await json(create)
    const again = await run(`${create} --json`)
    expect(again).toMatchObject({ code: 0, stderr: 'workspace "ci" already exists\n' })
    expect(JSON.parse(again.stdout)).toEqual(made)
    await cli('variant set A-20-1=bare --workspace ci')
    expect(await run(`${create} --seed demo`)).toMatchObject({
      code: 1,
      stdout: '',
      stderr:
        'dam-sandbox: Workspace "ci" already exists with seed minimal, not demo and A-20-1=bare, not envelope; delete it or choose another name\n',
    })
  })

  test('fails without the admin key, and succeeds with it', async () => {
    const { env, run } = await serverWithCli({ env: { SANDBOX_ADMIN_KEY: 'the key' } })
    for (const [key, words] of [
      [[], 'Authorization is missing'],
      [['--key', 'no key'], 'The key in Authorization is unknown or has expired'],
    ] as const)
      expect(await run('clock', ...key)).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(
          new RegExp(`^dam-sandbox: ${words}; [^\\n]+ with --key or SANDBOX_ADMIN_KEY\\n$`),
        ),
      })
    expect(await run('clock', '--key', 'the key')).toMatchObject({ code: 0 })
    expect(await runCli(['clock show'], { ...env, SANDBOX_ADMIN_KEY: 'the key' })).toMatchObject({
      code: 0,
    })
  })
})
