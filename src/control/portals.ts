import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from '@sinclair/typebox'
import { Amount, Shape, Text, WholeNumber } from '../contract/shapes.ts'
import { defineList, jsonObject } from './lists.ts'
import { answers } from './responses.ts'

const PortalBlockView = Shape('PortalBlockView', 'A block of a portal', {
  id: WholeNumber('Id of the block, as E6 takes it'),
  name: Text('Name'),
  contentCount: Amount('Number of its contents, including those that E6 does not show'),
  tags: Type.Array(Type.String(), {
    description: 'Tags of its newest 10,000 contents in character order, at most 100',
  }),
})

const PortalView = Shape('PortalView', 'A portal with its blocks', {
  id: WholeNumber('Id of the portal, as E14 takes it'),
  code: Text('32 uppercase hexadecimal digits; contents refer to it as portalId'),
  name: Text('Name'),
  blocks: Type.Array(PortalBlockView, { description: 'Its blocks by their ids' }),
})

export const Portals = Shape('Portals', 'The portals of a workspace', {
  total: Amount('Number of all portals; if there are very many, the response has fewer'),
  portals: Type.Array(PortalView, { description: 'Portals by their ids' }),
})

/** Seeds of people have a few portals with a few blocks; larger ones are cut. */
const MAX_PORTALS = 100

const TAGS = `json((SELECT json_group_array(tag ORDER BY tag) FROM (
  SELECT DISTINCT tagged.tag FROM (
    SELECT id FROM portal_contents WHERE block_id = block.id
    ORDER BY published_at_ms DESC, id DESC LIMIT 10000
  ) content JOIN portal_content_tags tagged ON tagged.content_id = content.id
  ORDER BY tagged.tag LIMIT 100)))`

const BLOCK = jsonObject(PortalBlockView, {
  contentCount: '(SELECT count(*) FROM portal_contents WHERE block_id = block.id)',
  tags: TAGS,
})

const readPortals = defineList({
  row: PortalView,
  from: 'portals',
  order: 'id',
  sql: {
    blocks: `json((SELECT json_group_array(${BLOCK} ORDER BY id)
      FROM (SELECT id, name FROM portal_blocks WHERE portal_id = portals.id ORDER BY id LIMIT 100) block))`,
  },
})

/** The portals of a workspace, whose blocks E6 takes and no operation lists. */
const portals: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/portals',
    answers('List the portals of the workspace with their blocks', Portals),
    async ({ workspace }) => {
      const { total, rows } = readPortals(workspace.store, MAX_PORTALS)
      return { total, portals: rows }
    },
  )
}

export default portals
