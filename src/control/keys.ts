import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from '@sinclair/typebox'
import { CreatedKey, KeyKind, KeyOptions, KeySummary } from '../contract/key-shapes.ts'
import { TextUpTo } from '../contract/resources/primitives.ts'
import { Part, Shape } from '../contract/shapes.ts'
import { LIMITS } from '../kernel/limits.ts'
import { summaryOf } from '../workspaces/keys/key-register.ts'
import { answers, creates, removes, serverWide } from './responses.ts'
import { findNamed } from './target-workspace.ts'

const KeyList = Part('The keys', { keys: Type.Array(KeySummary, { description: 'Keys by age' }) })

export const OwnKey = Shape('OwnKey', 'The key of the call', {
  kind: KeyKind,
  key: Type.Union([KeySummary, Type.Null()], {
    description: 'The key, or null if the server does not require one',
  }),
})

const params = Type.Object({ id: TextUpTo(LIMITS.text, { description: 'Id of the key' }) })

const keys: FastifyPluginAsyncTypebox = async (app) => {
  const { sandbox } = app
  app.post(
    '/keys',
    serverWide(creates('Create a key for the control plane', CreatedKey, { body: KeyOptions })),
    async (request) => {
      const { workspace, ...wanted } = request.body
      const id = workspace === undefined ? {} : { workspace: findNamed(sandbox, workspace).id }
      const made = sandbox.keys.create({ ...wanted, ...id })
      request.auditDetail = `key ${made.id}, ${made.kind} "${made.name}"`
      return made
    },
  )
  app.get(
    '/keys',
    serverWide(answers('List the keys of the control plane without their secrets', KeyList)),
    async () => ({ keys: sandbox.keys.list() }),
  )
  app.get(
    '/keys/own',
    serverWide(answers('Show the key of this call and what it allows', OwnKey), 'own'),
    async ({ key }) => ({
      kind: key?.kind ?? ('admin' as const),
      key: key ? summaryOf(key) : null,
    }),
  )
  app.delete(
    '/keys/:id',
    serverWide(removes('Delete a key; the server rejects it from then on', { params })),
    async (request) => {
      const { id, kind, name } = sandbox.keys.remove(request.params.id)
      request.auditDetail = `key ${id}, ${kind} "${name}"`
    },
  )
}

export default keys
