/** Five operations by the client that `orval` makes of the served document. */
import * as dam from './orval/client.js'

const [, , , token = '', ids = ''] = process.argv
const { collectionId, assetId, userId, crowdPack } = JSON.parse(ids)

const options = { headers: { 'Access-token': token, 'Token-type': 'bearer' } }
const sortBy = { field: dam.SortField.createTime, sort: dam.SortDirection.asc }
const crowdList = [{ crowdUniqueSign: 'generated' }]
const assetIds = [assetId]
const found = await dam.searchAssetCollections({ param: { sortBy } }, options)
const shown = await dam.assetDetailList({ param: { assetIdList: assetIds } }, options)
const users = await dam.queryUsersByIdList({ param: { userIds: [userId] } }, options)
const members = await dam.addMembersToACrowdPack({ param: { ...crowdPack, crowdList } }, options)
const added = await dam.addAssetsToAnAssetCollection({ param: { collectionId, assetIds } }, options)

process.stdout.write(
  JSON.stringify([
    found.data.code === '0' && found.data.result?.list[0]?.groupName,
    shown.data.code === '0' && shown.data.result?.detail[0]?.subResList[0]?.name,
    users.data.code === '0' && users.data.result?.[0]?.email,
    members.data.code === '0' && members.data.result?.result,
    added.data.code === '0' && added.data.result,
  ]),
)
