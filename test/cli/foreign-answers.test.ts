import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { runCli } from '#test/kit/cli.ts'

const HTML = '<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n</html>'

/** Something other than the server, such as a proxy, that answers each call in one way. */
const startForeign = async (status: number, type: string, text: string): Promise<string> => {
  const server = createServer((_request, response) =>
    response.writeHead(status, { 'content-type': type }).end(text),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('where a proxy answers for the server', () => {
  test.each([
    ['workspace list', 502, 'text/html', HTML, 'answers HTTP 502 (HTML)'],
    ['doctor', 504, 'text/html', HTML, 'answers HTTP 504 (HTML)'],
    ['audit', 403, 'application/xml', '<?xml version="1.0"?><Error/>', 'answers HTTP 403 (XML)'],
    ['doctor', 502, 'text/plain', 'no upstream\nat all', 'no upstream'],
  ])('%s at HTTP %i says so in one sentence', async (command, status, type, text, words) => {
    const url = await startForeign(status, type, text)
    const { code, stdout, stderr } = await runCli([command, '--json'], { SANDBOX_URL: url })
    expect(code).toBe(1)
    expect(stderr).toContain(words)
    expect(stderr).not.toContain('<')
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect(JSON.parse(stdout).error).toMatchObject({ code: `http-${status}` })
  })

  test('a page with HTTP 200 is no answer of a server either', async () => {
    const url = await startForeign(200, 'text/html', `<!DOCTYPE html>${HTML}`)
    const { code, stdout, stderr } = await runCli(['keys list', '--json'], { SANDBOX_URL: url })
    expect(code).toBe(2)
    expect(stderr).toContain(`${url}: the URL answers HTTP 200 (HTML)`)
    expect(JSON.parse(stdout).error).toMatchObject({ code: 'unreachable' })
  })
})
