import { expect, test } from 'vitest'
import { runCli, serverWithCli } from '#test/kit/cli.ts'
import { listeningServer } from '#test/kit/listening-server.ts'
import { freshFolder } from '#test/kit/process.ts'

const KEY = 'a key of sixteen letters'

test('doctor says version, clock and data of a server, and wants its key', async () => {
  const folder = freshFolder()
  const env = { SANDBOX_DATA: folder, SANDBOX_PROFILE: 'staging', SANDBOX_ADMIN_KEY: KEY }
  const { run } = await serverWithCli({ env })
  const { code, stdout } = await run('doctor', '--key', KEY)
  expect(code).toBe(0)
  expect(stdout).toMatch(
    new RegExp(
      `^ok {5}server: http://\\S+ answers, version \\d+\\.\\d+\\.\\d+, profile staging\nok {5}ready: ready\nok {5}clock: real, \\S+Z\nok {5}data: in the folder ${folder} of the server; .* free\n$`,
    ),
  )
  expect(await run('doctor')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('give the key with --key'),
  })
})

test('doctor fails where another program answers', async () => {
  const { port } = await listeningServer('{}')
  const { code, stdout } = await runCli(['doctor', '--url', `http://127.0.0.1:${port}`])
  expect({ code, stdout }).toEqual({
    code: 1,
    stdout: expect.stringMatching(/^wrong {2}server: .* is not a dam-sandbox\n$/),
  })
})
