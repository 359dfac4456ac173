/** Five operations by the client that `@hey-api/openapi-ts` makes of the served document. */
import { client } from './hey/client.gen.js'
import * as dam from './hey/sdk.gen.js'

const [, , baseUrl = '', token = '', ids = ''] = process.argv
const { collectionId, assetId, userId, crowdPack } = JSON.parse(ids)
// Once for all calls.
client.setConfig({ baseUrl, auth: ({ name }) => (name === 'Token-type' ? 'bearer' : token) })

const sortBy = { field: 'createTime', sort: 'asc' }
const crowdList = [{ crowdUniqueSign: 'generated' }]
const assetIds = [assetId]
const found = await dam.searchAssetCollections({ body: { param: { sortBy } } })
const shown = await dam.assetDetailList({ body: { param: { assetIdList: assetIds } } })
const users = await dam.queryUsersByIdList({ body: { param: { userIds: [userId] } } })
const param = { ...crowdPack, crowdList }
const members = await dam.addMembersToACrowdPack({ body: { param } })
const body = { param: { collectionId, assetIds } }
const added = await dam.addAssetsToAnAssetCollection({ body })

process.stdout.write(
  JSON.stringify([
    found.data?.code === '0' && found.data.result?.list[0]?.groupName,
    shown.data?.code === '0' && shown.data.result?.detail[0]?.subResList[0]?.name,
    users.data?.code === '0' && users.data.result?.[0]?.email,
    members.data?.code === '0' && members.data.result?.result,
    added.data?.code === '0' && added.data.result,
  ]),
)
