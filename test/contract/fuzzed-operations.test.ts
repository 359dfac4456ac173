import { expect, test } from 'vitest'
import { readRoutes } from '../../scripts/fuzz/calls/routes.ts'
import { learn, makeScene, readSampleFiles } from '../../scripts/fuzz/calls/scene.ts'
import { callRoute } from '../../scripts/fuzz/calls/sequence.ts'
import { Client } from '../../scripts/fuzz/core/client.ts'
import { Connection } from '../../scripts/fuzz/core/connection.ts'
import { judge } from '../../scripts/fuzz/core/judge.ts'
import { randomFor } from '../../scripts/fuzz/core/random.ts'
import { startServer } from '../kit/server.ts'
import { OPERATIONS } from './refusals/common-cases.ts'

const SCENES = 15
const CALLS = 10

test.each(OPERATIONS.map(({ id }) => id))(
  '%s answers changed and made-up calls as its published document says, also its refusals',
  async (id) => {
    const server = await startServer({ env: { SANDBOX_CHECK_REPLIES: 'on' } })
    const { hostname, port } = new URL(server.url)
    const address = { hostname, port: Number(port) }
    const material = { routes: await readRoutes(new Client({ address })), files: readSampleFiles() }
    const route = material.routes.all.find((one) => one.id === id)
    if (!route) throw new Error(`the document has no ${id}`)
    const tenant = { id: server.workspace.id, fixtures: server.fixtures, isWild: false }
    const connection = new Connection(address)
    let answers = 0
    for (let number = 0; number < SCENES; number += 1) {
      const scene = makeScene(randomFor(1, id, number), [tenant], material)
      for (let call = 0; call < CALLS; call += 1) {
        const step = callRoute(route, scene)
        const outcome = await connection.send(step.request)
        expect(judge(step.request, outcome), String(step.request.body)).toBeUndefined()
        if (outcome.kind !== 'answer') continue
        answers += 1
        learn(scene, step, outcome)
      }
    }
    connection.close()
    expect(answers).toBeGreaterThan((SCENES * CALLS) / 2)
  },
)
