import { Type } from '@sinclair/typebox'
import { Id, Text } from '../contract/resources/primitives.ts'
import { deleteCrowdPack } from '../domain/crowds/crowd-packs.ts'
import { defineEndpoint } from '../http/define-endpoint.ts'

/** E18. Delete a crowd pack with its members. */
export default defineEndpoint({
  id: 'E18',
  summary: 'Delete a crowd pack',
  description: 'Deletes a crowd pack with its members.',
  path: '/open-api/standard/v1/marketing/crowd-pack/delete',
  shape: 'nested',
  access: 'write',
  param: Type.Object({ corpId: Text, id: Id, source: Text }),
  result: Type.Boolean(),
  refuses: ['unknownCrowdPack'],
  assumes: ['A-7-1', 'A-18-1', 'A-18-2'],
  handle: (call) => {
    const { id, corpId, source } = call.param
    return deleteCrowdPack(call, { id, corpId, source })
  },
})
