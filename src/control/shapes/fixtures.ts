import { Type } from '@sinclair/typebox'
import { Exactly } from '../../resources/primitives.ts'
import { Numeral, OpenShape, Shape, Text, TextOrNull } from './shape.ts'

const Client = Shape('Client', {
  clientId: Text(),
  clientKey: Text('The secret of the client'),
  accessToken: TextOrNull('A token that never expires; null in the profile staging'),
})

const PortalApp = Shape('PortalApp', {
  appKey: Text(),
  appSecret: Text('What calls of the portal are signed with'),
})

const credentials = { app: Type.Optional(Client), portalApp: Type.Optional(PortalApp) }

const One = Exactly({ id: Numeral() })
const Some = Exactly({ ids: Type.Array(Numeral()) })
const Person = Exactly({ id: Numeral(), email: Text() })

/** What the seeds `demo` and `minimal` have ids for: every operation of the document. */
export const SeededFixtures = OpenShape(
  'SeededFixtures',
  {
    ...credentials,
    users: Exactly({ owner: Person, editor: Person, viewer: Person }),
    collections: Exactly({ editable: One, forbidden: One }),
    assets: Some,
    atoms: Some,
    upload: Exactly({
      filePath: Text(),
      uploadId: Text(),
      partETags: Type.Array(Exactly({ partNumber: Numeral(), etag: Text() })),
    }),
    crowdPack: Exactly({ corpId: Text(), id: Numeral(), source: Text() }),
    portal: Exactly({
      id: Numeral(),
      code: Text('32 upper-case hexadecimal digits'),
      blockId: Numeral(),
      contentId: Numeral(),
      tag: Text(),
      authType: Numeral(),
    }),
    departments: Some,
    dimensions: Some,
    creative: Exactly({ creativeId: Numeral(), planId: Numeral(), contentGroupId: Numeral() }),
    metadata: Exactly({
      attrCode: Text(),
      values: Type.Array(Exactly({ attrValueCode: Text(), attrValueName: Text() })),
    }),
    archive: Exactly({ groupPaths: Type.Array(Text()) }),
    approval: Exactly({ processDefinitionId: Numeral() }),
    social: Exactly({ createDate: Text('A year') }),
    imageSearch: Exactly({ libraryType: Text(), contentId: Numeral() }),
    notification: Exactly({ templateCode: Text(), modelCode: Text() }),
  },
  'Of the seeds demo and minimal; what is added to a workspace may bring fixtures of its own.',
)

const OwnFixtures = OpenShape(
  'OwnFixtures',
  credentials,
  "Of a seed of one's own, which says itself what its fixtures are.",
)

/** Credentials, and ready-made ids as the seed has them. */
export const Fixtures = Type.Union([SeededFixtures, OwnFixtures])
