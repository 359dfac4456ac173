import { Type } from '@sinclair/typebox'
import { Amount, Shape, Text, WholeNumber } from '../../contract/shapes.ts'

/** A block of a portal. */
export const PortalBlockView = Shape('PortalBlockView', 'A block of a portal', {
  id: WholeNumber('Id of the block, as E6 takes it'),
  name: Text('Name'),
  contentCount: Amount('Number of its contents, also those that E6 does not show'),
  tags: Type.Array(Type.String(), {
    description: 'Tags of its newest 10,000 contents in the order of their characters, at most 100',
  }),
})

/** A portal with its blocks, which no operation lists. */
export const PortalView = Shape('PortalView', 'A portal with its blocks', {
  id: WholeNumber('Id of the portal, as E14 takes it'),
  code: Text('32 upper-case hexadecimal digits, which contents name as portalId'),
  name: Text('Name'),
  blocks: Type.Array(PortalBlockView, { description: 'Its blocks by their ids' }),
})

/** The portals of a workspace. */
export const Portals = Shape('Portals', 'The portals of a workspace', {
  total: Amount('Number of all portals; the answer has fewer where they are very many'),
  portals: Type.Array(PortalView, { description: 'Portals by their ids' }),
})
