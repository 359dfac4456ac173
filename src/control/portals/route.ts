import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { prepared } from '../../db/store.ts'
import type { Workspace } from '../../workspaces/workspace.ts'
import { answers } from '../responses.ts'
import { counterOf } from '../rows.ts'
import { Portals, type PortalView } from './schema.ts'

/** The portals of a workspace, whose blocks E6 takes and no operation lists. */
const portals: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/portals',
    answers('List the portals of the workspace with their blocks', Portals),
    async ({ workspace }) => listPortals(workspace),
  )
}

/** Seeds of people have a few portals with a few blocks; larger ones are cut. */
const MAX_PORTALS = 100
const MAX_BLOCKS = 100
const MAX_TAGS = 100

/** Contents of a block whose tags are looked at. */
const MAX_TAGGED = 10_000

type Row = Omit<PortalView, 'blocks'> & { blocks: string }

const portalRows = prepared((store) =>
  store.sqlite.prepare<[], Row>(
    `SELECT portal.id, portal.code, portal.name, (
       SELECT json_group_array(json_object('id', block.id, 'name', block.name,
         'contentCount', (SELECT count(*) FROM portal_contents WHERE block_id = block.id),
         'tags', (SELECT json_group_array(tag ORDER BY tag) FROM (
           SELECT DISTINCT tagged.tag FROM (
             SELECT id FROM portal_contents WHERE block_id = block.id
             ORDER BY published_at_ms DESC, id DESC LIMIT ${MAX_TAGGED}
           ) content JOIN portal_content_tags tagged ON tagged.content_id = content.id
           ORDER BY tagged.tag LIMIT ${MAX_TAGS}))
       ) ORDER BY block.id)
       FROM (SELECT id, name FROM portal_blocks WHERE portal_id = portal.id
         ORDER BY id LIMIT ${MAX_BLOCKS}) block
     ) AS blocks
     FROM portals portal ORDER BY portal.id LIMIT ${MAX_PORTALS}`,
  ),
)

const countPortals = counterOf('portals')

/** The portals of a workspace with their blocks. */
const listPortals = ({ store }: Workspace): Portals => ({
  total: countPortals(store),
  portals: portalRows(store)
    .all()
    .map(({ blocks, ...portal }) => ({
      ...portal,
      blocks: JSON.parse(blocks) as PortalView['blocks'],
    })),
})

export default portals
