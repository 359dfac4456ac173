import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { conflict } from '../contract/errors/problem.ts'
import { Shape, Text } from '../contract/shapes.ts'
import { creates, removes } from './responses.ts'

const NewCredentials = Shape('NewCredentials', 'Additional credentials of the workspace', {
  accessToken: Text('Access token that never expires'),
  clientId: Text('Client id for requesting tokens'),
  clientKey: Text('Secret of the client'),
  appKey: Text('Key of the portal app'),
  appSecret: Text('Secret of the portal app'),
})

const credentials: FastifyPluginAsyncTypebox = async (app) => {
  const { sandbox } = app
  const { profile, clientId } = app.settings
  app.post(
    '/credentials',
    creates('Create additional credentials for the workspace', NewCredentials, {
      description: 'The existing credentials stay valid until you delete them.',
    }),
    async ({ workspace }) => {
      const isOfSettings = profile !== 'staging' || clientId !== undefined
      if (workspace.id === sandbox.defaultId && isOfSettings)
        throw conflict('The credentials of the workspace "default" come from the settings')
      return sandbox.access.addCredentials(workspace)
    },
  )
  app.delete(
    '/credentials/earlier',
    removes(
      'Delete all credentials of the workspace except the newest, with the tokens and grants issued for them',
    ),
    async ({ workspace }) => sandbox.access.removeEarlier(workspace),
  )
}

export default credentials
