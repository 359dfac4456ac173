import { expect, test } from 'vitest'
import { send } from '#test/kit/http.ts'
import { scrape } from '#test/kit/metrics.ts'
import { startProcess } from '#test/kit/process.ts'

const KEY = 'a-key-of-an-administrator'

test('metrics are answered without a key on a port of their own, which answers nothing else', async () => {
  const server = startProcess({ SANDBOX_ADMIN_KEY: KEY, SANDBOX_METRICS_PORT: '0' })
  const [, url = ''] = await server.until(/metrics at (http:[^\s"]+)\/metrics/)
  expect((await scrape(url)).get('workspaces')).toBe(1)
  for (const path of ['/', '/_sandbox', '/readyz'])
    expect((await send(url + path, {})).status).toBe(404)
  expect((await send(`${await server.url()}/metrics`, {})).status).toBe(401)
  server.kill('SIGTERM')
  expect((await server.ending()).code).toBe(0)
})
