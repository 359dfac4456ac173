import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'

const HAS_PYTEST = spawnSync('python3', ['-c', 'import pytest']).status === 0

test.skipIf(!HAS_PYTEST)(
  'the Python client sends names unescaped, as the balancer of a fleet expects',
  async () => {
    const bodies: string[] = []
    const server = createServer(async (request, response) => {
      bodies.push(await text(request))
      response.end('{}')
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const { port } = Object(server.address())
    const source = `import sys
sys.path.append("clients/python")
from dam_sandbox import Sandbox
Sandbox("http://127.0.0.1:${port}").control("POST", "/workspaces", {"name": "团队 😀 é"})`
    const [code] = await once(spawn('python3', ['-Bc', source], { stdio: 'inherit' }), 'exit')
    expect(code).toBe(0)
    expect(bodies).toEqual(['{"name": "团队 😀 é"}'])
  },
)
