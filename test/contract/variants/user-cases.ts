import { recordsOf } from '#test/kit/records.ts'
import { outcomeOf, UNKNOWN_ID, type VariantCases } from './variant-case.ts'

/** The cases of decisions about users, collaborators, notifications and metadata. */
export const userCases: VariantCases = {
  'A-8-1': {
    observe: async (server) => outcomeOf(await server.call('E8', { userIds: [UNKNOWN_ID] })),
    shows: { 'left-out': '0 unknown-passed-over', refused: '90030001' },
  },
  'A-8-1.limit': {
    observe: async (server) => {
      const userIds = Array.from({ length: 101 }, (_, index) => 1_000 + index)
      return outcomeOf(await server.call('E8', { userIds }))
    },
    shows: { refused: '90020005 too-many-ids', answered: '0 too-many-ids unknown-passed-over' },
  },
  'A-8-2': {
    observe: async (server) => {
      const { id } = server.fixtures.users.editor
      const [user] = await server.result<{ roleList: unknown }[]>('E8', { userIds: [id] })
      return user?.roleList
    },
    shows: {
      null: null,
      empty: [],
      roles: [{ id: 2, roleName: 'Editor', roleCode: 'editor' }],
    },
  },
  'A-12-1': {
    observe: async (server) => {
      const users = ['nobody@example.com', server.fixtures.users.editor.email]
      const request = { users, templateCode: 'T', content: { htmlContent: 'x' } }
      return outcomeOf(await server.call('E12', request))
    },
    shows: { 'all-or-nothing': '90030001', 'known-only': '0 unknown-passed-over' },
  },
  'A-14-1': {
    observe: async (server) => {
      const { portal, users } = server.fixtures
      await server.result('E14', { portalId: portal.id, authType: 9, userId: users.editor.id })
      const added = await recordsOf(server, 'collaborators')
      return added.some(({ authType }) => authType === 9)
    },
    shows: { operator: false, collaborator: true },
  },
  'A-20-1': {
    observe: async (server) => {
      const { attrCode } = server.fixtures.metadata
      return (await server.call('E20', { attrCode, attrValueList: [] })).text
    },
    shows: { bare: '{}', envelope: '{"code":"0","message":"success","result":{}}' },
  },
  'A-20-2': {
    observe: async (server) => {
      const { attrCode } = server.fixtures.metadata
      const attrValueList = [{ attrValueCode: 'none', attrValueName: 'x' }]
      const reply = await server.call('E20', { attrCode, attrValueList })
      return outcomeOf(reply)
    },
    shows: {
      'all-or-nothing': '90030015',
      'known-only': 'empty unknown-passed-over',
    },
  },
}
