import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { conflict } from '../contract/errors/problem.ts'
import { Shape, Text } from '../contract/shapes.ts'
import { creates, removes } from './responses.ts'

const NewCredentials = Shape('NewCredentials', 'Further credentials of the workspace', {
  accessToken: Text('Access token that never expires'),
  clientId: Text('Client id, with which tokens are asked for'),
  clientKey: Text('Secret of the client'),
  appKey: Text('Key of the portal app'),
  appSecret: Text('Secret of the portal app'),
})

const credentials: FastifyPluginAsyncTypebox = async (app) => {
  const { sandbox } = app
  const { profile, clientId } = app.settings
  app.post(
    '/credentials',
    creates('Make further credentials of the workspace, beside those that it has', NewCredentials, {
      description: 'The earlier ones stay valid until they are deleted.',
    }),
    async ({ workspace }) => {
      const isOfSettings = profile !== 'staging' || clientId !== undefined
      if (workspace.id === sandbox.defaultId && isOfSettings)
        throw conflict('The credentials of the workspace "default" are those of the settings')
      return sandbox.access.addCredentials(workspace)
    },
  )
  app.delete(
    '/credentials/earlier',
    removes(
      'Delete all credentials of the workspace but the newest, with tokens and grants issued for them',
    ),
    async ({ workspace }) => sandbox.access.removeEarlier(workspace),
  )
}

export default credentials
