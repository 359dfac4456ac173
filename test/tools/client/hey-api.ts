/** Five operations by the client that `@hey-api/openapi-ts` makes of the served document. */
import { client } from './hey/client.gen.js'
import * as dam from './hey/sdk.gen.js'

const [, , baseUrl = '', auth = '', ids = ''] = process.argv
const { collectionId, assetId, userId, crowdPack } = JSON.parse(ids)
client.setConfig({ baseUrl, auth })

const headers = { 'Token-type': 'bearer' }
const sortBy = { field: 'createTime', sort: 'asc' }
const crowdList = [{ crowdUniqueSign: 'generated' }]
const assetIds = [assetId]
const found = await dam.searchAssetCollections({ headers, body: { param: { sortBy } } })
const shown = await dam.assetDetailList({ headers, body: { param: { assetIdList: assetIds } } })
const users = await dam.queryUsersByIdList({ headers, body: { param: { userIds: [userId] } } })
const param = { ...crowdPack, crowdList }
const members = await dam.addMembersToACrowdPack({ headers, body: { param } })
const body = { param: { collectionId, assetIds } }
const added = await dam.addAssetsToAnAssetCollection({ headers, body })

process.stdout.write(
  JSON.stringify([
    found.data?.code === '0' && found.data.result?.list[0]?.groupName,
    shown.data?.code === '0' && shown.data.result?.detail[0]?.subResList[0]?.name,
    users.data?.code === '0' && users.data.result?.[0]?.email,
    members.data?.code === '0' && members.data.result?.result,
    added.data?.code === '0' && added.data.result,
  ]),
)
